import { Focus } from '@typecase/plugin-sdk/focus'
import { preload } from '@typecase/plugin-sdk/module'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { ToolRow } from '@typecase/ui/toolbar'
import {
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'

import styles from './filter-bar.module.css'
import type { FilterBuilderProps } from './filter-builder.tsx'
import { QueryLine } from './query-line.tsx'

const builder = {
  id: 'The filter builder',
  load: async () => (await import('./filter-builder.tsx')).FilterBuilder,
}
const FilterBuilder = lazyView(builder.load, builder.id)

/** Methods for a page's commands. */
export interface FilterBarHandle {
  focusLine(): void
  /** Opens the form with a new row. */
  addFilter(): void
}

interface FilterBarProps extends Omit<FilterBuilderProps, 'adding'> {
  handle: Ref<FilterBarHandle>
  /** Id of the filtered list: another one resets the line. */
  list: string | undefined
  /**
   * Slug of the filtered type: another one resets the form. Saving the filters as a view changes `list` but not the
   * type.
   */
  type?: string | undefined
  /** The query as a line, or the unreadable part of an address. */
  line: string
  /** Example text. */
  placeholder: string
  /** Further controls next to the line. */
  actions?: ReactNode
}

/** Renders the query line, and the same filters as a form. */
export function FilterBar(props: FilterBarProps) {
  const { handle, list, type = '', line, placeholder, actions, ...form } = props
  const focus = useService(Focus)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [adding, setAdding] = useState(0)
  // Preloads the code before the button is pressed, but after the list has loaded.
  useEffect(() => preload(builder), [])
  useImperativeHandle(handle, () => ({
    focusLine: () => void focus.moveTo(input.current),
    addFilter() {
      setOpen(true)
      setAdding((count) => count + 1)
    },
  }))

  return (
    <div role="group" aria-label="Filters" className={styles.filters}>
      <div className={styles.bar}>
        <QueryLine
          list={list}
          applied={line}
          schema={form.schema}
          {...(form.resource && { resource: form.resource })}
          placeholder={placeholder}
          inputRef={input}
          onApply={form.onApply}
        />
        <ToolRow>
          {actions}
          <Button
            icon={isOpen ? 'chevron-up' : 'chevron-down'}
            aria-expanded={isOpen}
            isActive={isOpen}
            onPress={() => setOpen(!isOpen)}
          >
            Filters
          </Button>
        </ToolRow>
      </div>
      {isOpen ? (
        <div className={styles.builder}>
          <Suspense fallback={<SkeletonLines count={1} label="the filter builder" />}>
            <FilterBuilder key={`${form.bucketSlug} ${type}`} {...form} adding={adding} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
