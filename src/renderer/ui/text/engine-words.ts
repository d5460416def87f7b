/**
 * Where the engine is, with keys, mirror and books: the one table of words for what stands on its side and not on that of whoever looks. Whether it is a team's
 * is said once, by the app, before anything is drawn.
 */
let isOfTeam = (): boolean => false;

/** `asks` is asked each time that words are needed. */
export function tellWhereEngineIs(asks: () => boolean): void {
  isOfTeam = asks;
}

const ON_COMPUTER = {
  computer: 'this computer',
  keychain: 'the keychain of this computer',
  keyKept: 'Key in the keychain',
  secretKept: 'In the keychain',
  /** Where a key goes that is typed in. */
  keyGoes: 'the key store of this computer, for you alone',
  keysHead: 'Keychain of this computer',
  keysFail: 'The keychain of this computer does not work',
  keyNotTaken: 'The key works, but the keychain did not take it',
  keyNotTakenStep: 'Unlock or start the keychain and try again, or keep the key for this run only.',
  /** What a person may have to do while a key is kept. */
  unlock: 'If your keychain asks, unlock it.',
};
type EngineWords = Readonly<typeof ON_COMPUTER>;
const ON_HOST: EngineWords = {
  computer: 'the team’s host',
  keychain: 'the sealed files of the team’s host',
  keyKept: 'Key sealed on the host',
  secretKept: 'Sealed on the host',
  keyGoes: 'the sealed files of the team’s host',
  keysHead: 'Where the host keeps keys',
  keysFail: 'The host cannot seal keys',
  keyNotTaken: 'The key works, but the team’s host did not take it',
  keyNotTakenStep: 'Whoever looks after the host finds the reason in its log.',
  unlock: '',
};

/** Words for where the engine is. */
export function engineWords(): EngineWords {
  return isOfTeam() ? ON_HOST : ON_COMPUTER;
}

/** A sentence that names it as `{computer}`, at its beginning as `{Computer}`. */
export function onEngine(sentence: string): string {
  const { computer } = engineWords();
  const begins = `${computer.slice(0, 1).toUpperCase()}${computer.slice(1)}`;
  return sentence.replaceAll('{computer}', computer).replaceAll('{Computer}', begins);
}
