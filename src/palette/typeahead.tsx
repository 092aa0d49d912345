import { VisuallyHidden } from '@typecase/ui/visually-hidden'

import { useCore } from '../shell/core.tsx'
import type { Page } from './state.ts'

/** Catches what is typed while the palette's code is still on its way: the first letters must not be lost. */
export function Typeahead({ page }: { page: Page | undefined }) {
  const { palette } = useCore()
  if (!page || page.kind === 'review') return null
  return (
    <VisuallyHidden>
      <input
        // Somebody who pressed the key is typing already.
        autoFocus
        aria-label="Search or run a command"
        value={page.query}
        onChange={(event) => palette.dispatch({ type: 'query', query: event.target.value })}
        onKeyDown={({ key }) => {
          if (key === 'Escape') palette.close()
        }}
      />
    </VisuallyHidden>
  )
}
