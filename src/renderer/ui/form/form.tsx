// A form whose fields say themselves what is wrong with them: Enter or its button hands it in, and nothing leaves the page.
import type { ReactNode } from 'react';

export function Form(props: { readonly onSubmit: () => void; readonly children: ReactNode }): ReactNode {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}
