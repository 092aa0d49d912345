import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { type RefObject, useState } from 'react'

import { mediaKinds, type MediaSearch } from '../list/media-query.ts'
import styles from './media.module.css'

interface MediaFilterProps {
  search: MediaSearch
  input: RefObject<HTMLInputElement | null>
  onChange: (patch: Partial<MediaSearch>) => void
}

/** Which media are shown. */
export function MediaFilter({ search, input, onChange }: MediaFilterProps) {
  const { q, kind, only } = search
  const asked = String(q ?? '')
  const [typed, setTyped] = useState(asked)
  const [shownFor, setShownFor] = useState(asked)
  if (shownFor !== asked) {
    setShownFor(asked)
    setTyped(asked)
  }
  return (
    <div role="search" className={styles.filter}>
      <TextField
        aria-label="Search media"
        placeholder="Search by name, title or alt text"
        prefix="search"
        type="search"
        isSmall
        inputRef={input}
        value={typed}
        onChange={(next) => {
          setTyped(next)
          setShownFor(next)
          onChange({ q: next })
        }}
      />
      <Select
        aria-label="Kind"
        isSmall
        options={[{ id: 'all', label: 'All kinds' }, ...mediaKinds]}
        value={kind ?? 'all'}
        onChange={(next) =>
          onChange({
            kind: next === 'all' || next === null ? undefined : next,
          } as Partial<MediaSearch>)
        }
      />
      <Select
        aria-label="Needs attention"
        isSmall
        options={[
          { id: 'all', label: 'With and without alt text' },
          { id: 'no-alt', label: 'No alt text' },
          { id: 'unused', label: 'Not used anywhere' },
        ]}
        value={only ?? 'all'}
        onChange={(next) =>
          onChange({
            only: next === 'no-alt' || next === 'unused' ? next : undefined,
          } as Partial<MediaSearch>)
        }
      />
    </div>
  )
}
