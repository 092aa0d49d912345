import { lineOf } from '@typecase/content/line-query'
import { QueryLine } from '@typecase/content/react/query-line'
import { Select } from '@typecase/ui/select'
import type { RefObject } from 'react'

import {
  lineQuery,
  mediaKinds,
  mediaSchema,
  type MediaSearch,
  mediaSorts,
} from '../list/media-query.ts'
import styles from './media.module.css'

interface MediaFilterProps {
  search: MediaSearch
  input: RefObject<HTMLInputElement | null>
  onChange: (patch: Partial<MediaSearch>) => void
}

const attention = [
  { id: 'no-alt', label: 'No alt text' },
  { id: 'unused', label: 'Not used anywhere' },
  { id: 'large', label: 'Larger than 5 MB' },
] as const

/** Which media are shown, and in which order. */
export function MediaFilter({ search, input, onChange }: MediaFilterProps) {
  const { kind, only, sort } = search
  const patch = (change: { [K in keyof MediaSearch]?: MediaSearch[K] | undefined }) =>
    // Undefined takes a parameter out of the address.
    onChange(change as Partial<MediaSearch>)
  return (
    <div role="search" className={styles.filter}>
      <QueryLine
        list={search.folder}
        applied={lineOf(lineQuery(search), mediaSchema, 'media')}
        schema={mediaSchema}
        resource="media"
        placeholder="Search, or filter: width >= 1600"
        inputRef={input}
        onApply={(query) =>
          patch({ q: undefined, query: Object.keys(query).length > 0 ? query : undefined })
        }
      />
      <Select
        aria-label="Kind"
        isSmall
        options={[{ id: 'all', label: 'All kinds' }, ...mediaKinds]}
        value={kind ?? 'all'}
        onChange={(next) => patch({ kind: next === 'all' || next === null ? undefined : next })}
      />
      <Select
        aria-label="Needs attention"
        isSmall
        options={[{ id: 'all', label: 'All media' }, ...attention]}
        value={only ?? 'all'}
        onChange={(next) => patch({ only: attention.find(({ id }) => id === next)?.id })}
      />
      <Select
        aria-label="Order"
        isSmall
        options={[...mediaSorts]}
        value={sort ?? '-created_at'}
        onChange={(next) =>
          patch({ sort: next === null || next === '-created_at' ? undefined : next })
        }
      />
    </div>
  )
}
