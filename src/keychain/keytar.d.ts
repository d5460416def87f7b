/**
 * What we use of keytar, so that the compiler knows it also where the package is absent: it is an optional dependency, which
 * npm leaves out silently when it cannot be compiled.
 */
declare module 'keytar' {
  interface Keytar {
    getPassword(service: string, account: string): Promise<string | null>;
    setPassword(service: string, account: string, password: string): Promise<void>;
    deletePassword(service: string, account: string): Promise<boolean>;
  }
  const keytar: Keytar;
  export default keytar;
}
