/** What is to be thought of before a closed invoice is made again, by how it was closed. Pure. */

/** Whether asking for money again is right depends on how the first one ended; null when nothing speaks against it. */
export function againCaution(status: string): string | null {
  switch (status) {
    case 'success':
      return 'This invoice was paid: creating it again asks for the money a second time';
    case 'fail':
      return 'The customer may have paid: ask the payment service before you ask for the money again';
    default:
      return null;
  }
}
