import { getBucket } from '@typecase/contract/buckets'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Button } from '@typecase/ui/button'

import styles from './import-page.module.css'

interface ExportNoteProps {
  bucketSlug: string
  rows: readonly Record<string, unknown>[]
  onMap(): void
}

/** Says how an export of objects is read, and offers the mapping for reading it in another way. */
export function ExportNote({ bucketSlug, rows, onMap }: ExportNoteProps) {
  const { data } = useApiQuery(getBucket, { query: { slug: bucketSlug } })
  const types = new Set(data?.bucket.object_types.map(({ slug }) => slug))
  const missing = data
    ? [...new Set(rows.map(({ type }) => String(type)))].filter((type) => !types.has(type))
    : []
  return (
    <section className={styles.section} aria-labelledby="import-export-note">
      <h2 id="import-export-note" className={styles.subtitle}>
        Columns
      </h2>
      <p className={styles.text}>
        {missing.length > 0
          ? `This bucket has no object type “${missing.join('”, “')}”. Create it first, or map the columns.`
          : 'This is an export of objects: each row goes back to its object and its fields.'}
      </p>
      <div className={styles.actions}>
        <Button onPress={onMap}>Map the columns</Button>
      </div>
    </section>
  )
}
