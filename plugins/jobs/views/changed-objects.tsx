import { objectRoute } from '@typecase/content/routes'
import type { FieldChange } from '@typecase/contract/field-changes'
import { objectNoun } from '@typecase/content/words/nouns'
import type { Noun } from '@typecase/ui/count'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { ObjectChanges } from '@typecase/content/react/object-changes'

import { changeRoute } from '../routes.ts'
import styles from './details.module.css'
import { Pages } from './pages.tsx'

interface ChangedObjectsProps {
  /** Returns the title of a field. */
  nameOf(path: string): string
  /** The noun for the rows. Only objects have a page. */
  noun: Noun
  changes: readonly FieldChange[]
  /** Number of objects in the whole change. */
  total: number
  skip: number
  pageSize: number
  isBusy: boolean
}

/** A page of the changed objects, each with its fields before and after. */
export function ChangedObjects({
  nameOf,
  noun,
  changes,
  total,
  skip,
  pageSize,
  isBusy,
}: ChangedObjectsProps) {
  const { href, go } = useService(Navigation)
  return (
    <section aria-labelledby="changed-objects" aria-busy={isBusy}>
      <h2 id="changed-objects" className={styles.subtitle}>
        What it changed
      </h2>
      {changes.length === 0 ? (
        <p className={styles.note}>
          Nothing to compare: what changed no longer exists, or is back to its earlier state.
        </p>
      ) : (
        <ObjectChanges
          aria-labelledby="changed-objects"
          changes={changes}
          nameOf={nameOf}
          hrefOf={
            noun === objectNoun
              ? (id) => href(objectRoute, { params: { objectID: id } })
              : undefined
          }
        />
      )}
      <Pages
        skip={skip}
        pageSize={pageSize}
        total={total}
        onTurn={(next) => void go(changeRoute, { search: next > 0 ? { skip: next } : {} })}
      />
    </section>
  )
}
