/**
 * A list that changes while it is walked: five orders, inserts, touches and removals between requests. The judge: `members` is
 * what the list really holds at the moment of a response. Not here: the walk.
 */
import {
  afterVerdict,
  nextStep,
  startWalk,
  type WalkOptions,
  type WalkState,
  type WalkStep,
  type WalkVerdict,
} from '../../../../src/backend/api/walk/walk.ts';

export const ORDERS = ['created-asc', 'created-desc', 'updated-desc', 'uuid', 'shuffled'] as const;
export type ListOrder = (typeof ORDERS)[number];

interface Row {
  readonly id: number;
  readonly uuid: number;
  updated: number;
}

export class MovingList {
  readonly order: ListOrder;
  readonly #random: () => number;
  readonly #members = new Set<number>();
  #rows: Row[] = [];
  /** The rows in their order, until something changes. */
  #inOrder: readonly Row[] | null = null;
  #next = 0;
  #tick = 0;

  constructor(order: ListOrder, size: number, random: () => number) {
    this.order = order;
    this.#random = random;
    for (let index = 0; index < size; index += 1) this.insert();
  }

  get members(): ReadonlySet<number> {
    return this.#members;
  }

  insert(): void {
    this.#tick += 1;
    this.#rows.push({ id: this.#next, uuid: this.#random(), updated: this.#tick });
    this.#members.add(this.#next);
    this.#inOrder = null;
    this.#next += 1;
  }

  touch(): void {
    this.#tick += 1;
    const row = this.#rows[Math.floor(this.#random() * this.#rows.length)];
    if (row !== undefined) row.updated = this.#tick;
    this.#inOrder = null;
  }

  remove(): void {
    const [row] = this.#rows.splice(Math.floor(this.#random() * this.#rows.length), 1);
    if (row !== undefined) this.#members.delete(row.id);
    this.#inOrder = null;
  }

  page(page: number, perPage: number): readonly number[] {
    if (this.#inOrder === null || this.order === 'shuffled') this.#inOrder = this.#sorted();
    return this.#inOrder.slice((page - 1) * perPage, page * perPage).map((row) => row.id);
  }

  #sorted(): readonly Row[] {
    const rows = [...this.#rows];
    switch (this.order) {
      case 'created-asc':
        return rows;
      case 'created-desc':
        return rows.toReversed();
      case 'updated-desc':
        return rows.sort((left, right) => right.updated - left.updated);
      case 'uuid':
        return rows.sort((left, right) => left.uuid - right.uuid);
      case 'shuffled': {
        const keys = new Map(rows.map((row) => [row, this.#random()]));
        return rows.sort((left, right) => (keys.get(left) ?? 0) - (keys.get(right) ?? 0));
      }
    }
  }
}

export interface WalkRun {
  readonly verdict: WalkVerdict;
  readonly state: WalkState;
  readonly requests: number;
  /** Does counting prove something afterwards? */
  readonly growOnly: boolean;
  /** What the mirror holds. */
  readonly mirror: Set<number>;
  /** Was the mirror really the list at the moment of the last response? */
  readonly truthful: boolean;
  /** Does the mirror hold all that the list holds? It may hold more: what is gone is kept. */
  readonly covers: boolean;
}

/** Walks to a verdict; `churn` changes the list after each response. */
export function walkTo(
  list: MovingList,
  options: WalkOptions,
  {
    mirror = new Set<number>(),
    perPage = 5,
    churn = () => undefined,
  }: { mirror?: Set<number>; perPage?: number; churn?: () => void } = {},
): WalkRun {
  let state = startWalk(options);
  let pass = { number: state.pass, uuids: new Set<number>(), before: new Set<number>(), known: new Set(mirror) };
  for (let requests = 1; requests < 100_000; requests += 1) {
    const { page } = state;
    const items = list.page(page, perPage);
    const { members } = list;
    if (pass.number !== state.pass) {
      const before = state.pass === pass.number + 1 ? pass.uuids : new Set<number>();
      pass = { number: state.pass, uuids: new Set(), before, known: new Set(mirror) };
    }
    const isNew = (id: number): boolean =>
      state.mode === 'strict' ? !pass.uuids.has(id) && !pass.before.has(id) : !mirror.has(id);
    const fresh = items.filter(isNew).length;
    for (const id of items) {
      mirror.add(id);
      pass.uuids.add(id);
    }
    const pages = Math.ceil(members.size / perPage);
    const step: WalkStep = {
      page,
      perPage,
      totalItems: members.size,
      totalPages: pages,
      hasNext: page < pages,
      itemCount: items.length,
      fresh,
      seen: mirror.size,
      seenInPass: pass.uuids.size,
      serverTime: `t${requests}`,
    };
    const progress = nextStep(state, step);
    state = progress.state;
    if (progress.verdict !== null) {
      const unshown = [...pass.known].filter((id) => !pass.uuids.has(id)).length;
      const ended = { state, verdict: progress.verdict, unshown, everLost: false };
      const covers = [...members].every((id) => mirror.has(id));
      const truthful = covers && mirror.size === members.size;
      return { ...afterVerdict(ended, step), state, requests, mirror, truthful, covers };
    }
    churn();
  }
  throw new Error('the walk does not end');
}
