/** The payment service as the simulator sees it, whichever reading of the specification plays it. Not here: what the line does to answers (line.ts). */

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** With its query, from the root of the server on. */
  readonly path: string;
  readonly key: string;
  readonly body: string | undefined;
}

export interface ServiceReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** An invoice as it really is; amounts as exact texts. */
export interface WorldInvoice {
  readonly uuid: string;
  readonly externalId: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: string;
  readonly settled: string | null;
}

export interface PaymentService {
  readonly name: 'sandbox' | 'independent';
  /** The key of the business, as the service knows it now. */
  readonly key: string;
  /** Does what is due and carries the request out. `lost`: nobody gets an answer, whatever was done. */
  serve(request: ServiceRequest): ServiceReply | 'lost';
  /** Lets everything happen that is due by now. */
  run(): void;
  /** How often the API carried out a resend of this invoice. */
  resends(invoiceUuid: string): number;
  /** The uuids of all invoices that were resent by the API at least once. */
  resent(): readonly string[];
  invoices(): readonly WorldInvoice[];
  /** The uuids of all withdrawals. */
  withdrawals(): readonly string[];
  /** How many records a list has now. */
  total(list: 'invoices' | 'withdrawals'): number;
  /** Another text whenever a record has come, gone or changed. */
  version(): string;
  /** Somebody else resends at a dashboard; nothing where that cannot be. */
  resendAtDashboard(invoiceUuid: string): void;
  /** What was credited for a success is corrected, be it that it was before; `choice`: which one, as a fraction. Answers its uuid; undefined where there is none. */
  correct(choice: number): string | undefined;
  /** Another one of the business's orders; answers its uuid. */
  order(): void;
  /** An invoice that was there at first, has ended, and that nobody has resent goes, as the specification does not have it; nothing where there is none. The next page tells it by its total. `choice`: which one, as a fraction. */
  lose(choice: number): void;
  setKey(state: 'active' | 'revoked'): void;
  /** The key is none any more; another one is. */
  rotateKey(): void;
  /** A key of another business of the same service; null where there is none. */
  readonly otherKey: string | null;
  /** It gives requests back one by one, so that more than its limit may be answered within a minute. */
  readonly refills: boolean;
  /** Records of a page of its lists at most, whatever was asked for. */
  readonly pageSize: number;
}
