import { ROWS_SHOWN } from '@typecase/contract/bulk-scope'

/** What a dry run is asked for a further page with; the page is refused once it no longer fits the others. */
export const pageFrom = (skip: number, version: number | undefined) => ({
  sample_skip: skip,
  sample_limit: ROWS_SHOWN,
  ...(version !== undefined && { sample_version: version }),
})
