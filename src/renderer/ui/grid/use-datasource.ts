// Feeds the table: reads blocks of rows, keeps the count, and says why a block could not be read.
import type { IDatasource, IGetRowsParams } from 'ag-grid-community';
import { type Dispatch, type RefObject, type SetStateAction, useMemo, useState } from 'react';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import { useLatest } from '../window/hooks.ts';
import type { GridPage, SurfaceProps, SurfaceRow } from './types.ts';

/** Rows per block: half of what a frame may carry, so that a jump is answered quickly. */
export const BLOCK_ROWS = 100;

export interface Feed {
  readonly datasource: IDatasource;
  /** Rows of the whole list; null before the first answer. */
  readonly total: number | null;
  /** 0 before any answer; grows with every table that is built over this feed and has had its first answer. */
  readonly life: number;
  /** Why the latest block could not be read; null after a good one. */
  readonly failure: Failure | null;
}

interface FeedState extends Pick<Feed, 'total' | 'failure' | 'life'> {
  readonly key: string;
}

/** A datasource that begins anew with every queryKey. */
export function useDatasource({ load, queryKey, onTotal, columns }: SurfaceProps): Feed {
  const [state, setState] = useState<FeedState>({ life: 0, key: queryKey, total: null, failure: null });
  const latest = useLatest({ load, onTotal, columns });
  const datasource = useMemo(() => feedOf(queryKey, latest, setState), [latest, queryKey]);
  const current = state.key === queryKey;
  return { datasource, total: current ? state.total : null, failure: current ? state.failure : null, life: state.life };
}

/** What the table asks for its rows; every table built over it is one life. */
function feedOf(
  queryKey: string,
  latest: RefObject<Pick<SurfaceProps, 'load' | 'onTotal' | 'columns'>>,
  setState: Dispatch<SetStateAction<FeedState>>,
): IDatasource {
  let gone = new AbortController();
  let life = 1;
  return {
    getRows(request) {
      // A list that is squeezed is for a moment scrolled beyond its first row while a cell far away takes the keyboard.
      if (request.startRow < 0) return request.failCallback();
      // A screen that is hidden and shown again keeps its feed and builds its table anew over it.
      if (gone.signal.aborted) {
        gone = new AbortController();
        life += 1;
      }
      const { signal } = gone;
      const own = life;
      const answerIt = async (): Promise<void> => {
        const answer = await read(request, latest.current.load, sortOf(request, latest.current.columns));
        if (signal.aborted) return;
        if ('kind' in answer) {
          request.failCallback();
          setState(({ key, total, life: lived }) => ({
            key: queryKey,
            total: key === queryKey ? total : null,
            failure: answer,
            life: lived,
          }));
          return;
        }
        request.successCallback([...answer.rows], answer.total);
        setState({ key: queryKey, total: answer.total, failure: null, life: own });
        latest.current.onTotal(answer.total);
      };
      void answerIt();
    },
    destroy() {
      gone.abort();
    },
  };
}

async function read(
  { startRow, endRow }: IGetRowsParams,
  load: SurfaceProps['load'],
  sort: readonly Sort<string>[],
): Promise<GridPage<SurfaceRow> | Failure> {
  try {
    return await load(startRow, endRow - startRow, sort);
  } catch {
    // `load` promises not to throw; if it does, the table says so instead of waiting for ever.
    return { kind: 'bug', incidentId: 'screen-grid-load' };
  }
}

function sortOf({ sortModel }: IGetRowsParams, columns: SurfaceProps['columns']): Sort<string>[] {
  return sortModel.flatMap(({ colId, sort }) => {
    const by = columns.find(({ key }) => key === colId)?.sortBy;
    return by === undefined ? [] : [{ by, direction: sort }];
  });
}
