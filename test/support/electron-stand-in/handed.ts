/** The first descriptor of a child that its parent hands on to it: behind its streams and its channel. */
export const FIRST_HANDED = 4;
