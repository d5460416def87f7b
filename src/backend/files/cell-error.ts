// Errors of spreadsheets as texts.

const HASH = 0x23;
/** As spreadsheets write them, also in other languages: "#N/A", "#REF!", "#DIV/0!", "#NV", "#BEZUG!". */
const ERROR = /^#(?:N\/[AD]|Н\/Д|NV|¡?\p{Lu}+(?:\/0)?[!?])$/u;

/** True for a text that nobody has typed, trimmed. "#1001" is the number of an order. */
export function isErrorText(text: string): boolean {
  return text.charCodeAt(0) === HASH && ERROR.test(text);
}
