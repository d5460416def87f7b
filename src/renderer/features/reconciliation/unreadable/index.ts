// Records that could not be read without guessing.
export { UnreadablePage } from './unreadable-page.tsx';
