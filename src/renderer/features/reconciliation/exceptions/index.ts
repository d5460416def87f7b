// What the app shows of the feature exceptions: the list that people work through, and the findings of one record.
export { ExceptionsPage } from './exceptions-page.tsx';
export { ExceptionViews } from './views.tsx';
export { RecordFindings } from './record-findings.tsx';
