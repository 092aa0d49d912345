import { useSelection } from '@typecase/plugin-sdk/react/selection'

import type { GridSelection } from './media-grid.tsx'

/** Manages the selection on the media page: some media, or all that match with exceptions. */
export function useMediaSelection(total: number): GridSelection {
  const { ids, value, set } = useSelection('media')
  const out = new Set(value?.except)
  const selectedIds = new Set(ids)
  return {
    isSelected: (id) => (value?.query ? !out.has(id) : selectedIds.has(id)),
    toggle({ id }) {
      if (!value?.query)
        return set(selectedIds.has(id) ? ids.filter((one) => one !== id) : [...ids, id])
      const except = out.has(id) ? [...out].filter((one) => one !== id) : [...out, id]
      set(ids, { query: value.query, total: total - except.length, except })
    },
    extend: (media) => set([...new Set([...ids, ...media.map(({ id }) => id)])]),
  }
}
