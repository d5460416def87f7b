/** Why electron-builder made nothing, as a sentence. Not here: running it (package.mjs). */
const NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_TLS\w*|socket hang up)\b|status code: (\d{3})|Response code (\d{3})/;

/**
 * The sentence in what it printed. A server out of reach may be one that tools come from, or one that signs, gives the time or notarises: which, its
 * own words say.
 * @param {string} output
 * @param {string} kinds What was to be made
 */
export function packingTrouble(output, kinds) {
  const lines = output.split('\n');
  const named = lines.find((line) => line.includes('⨯'))?.replace(/^.*⨯\s*/, '');
  const sentence = (named ?? lines.findLast((line) => line.trim() !== '') ?? 'it gave no reason')
    .replace(/\s+failedTask=.*$/, '')
    .trim()
    .replace(/\.?$/, '.');
  const network = NETWORK.exec(output);
  const reason =
    network === null
      ? sentence
      : `A server that making ${kinds} needs did not do its part (${network[1] ?? network[2] ?? network[3]}): ${sentence}`;
  return `${reason} Nothing was packaged.`;
}
