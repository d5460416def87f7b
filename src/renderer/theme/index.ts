// The look of the console: stylesheets in the order they must load, and Mantine's theme.
import '@fontsource-variable/inter/wght.css';
import './mantine.css';
import '@mantine/dates/styles.layer.css';
import './tokens.css';
import './base.css';
import './contrast.css';
import './print.css';

export { cssVariablesResolver, theme } from './theme.ts';
