/** Stand-ins that throw when they are asked for what they do not have: a green test must not rest on an `undefined`. */

/** The same object, except that reading a property it does not have throws. */
export function loud<Part extends object>(name: string, part: Part): Part {
  return new Proxy(part, {
    get(target, property) {
      // Promises and test printers look for these on everything.
      const isHarmless = typeof property === 'symbol' || ['then', 'toJSON', 'asymmetricMatch'].includes(property);
      if (!isHarmless && !(property in target)) throw new Error(`the stand-in has no ${name}.${property}`);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
