import type { Metafield } from '@typecase/contract/metafields'
import { listObjects } from '@typecase/contract/objects'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { diffParts } from '@typecase/ui/diff-parts'
import { DiffText } from '@typecase/ui/diff-text'
import type { ReactNode } from 'react'

import { isEmpty, textOf } from '../values.ts'
import styles from './locales.module.css'

interface SourceValueProps {
  field: Metafield
  value: unknown
  /** The source at the time of the translation, if it has changed since. */
  was?: unknown
  isStale?: boolean
  writing: { lang?: string; dir?: 'ltr' | 'rtl' }
}

/** The value of a field in the source as text. Changes since the translation are marked. */
export function SourceValue({ field, value, was, isStale = false, writing }: SourceValueProps) {
  if (field.type === 'object' || field.type === 'objects') return <RelatedObjects value={value} />
  if (isEmpty(value) && !isStale) return <p className={styles.nothing}>Nothing</p>
  const now = textOf(field, value)
  return (
    <Text {...writing}>
      {isStale ? <DiffText parts={diffParts({ before: textOf(field, was), after: now })} /> : now}
    </Text>
  )
}

function Text({
  children,
  ...writing
}: {
  children: ReactNode
  lang?: string
  dir?: 'ltr' | 'rtl'
}) {
  return (
    <div className={styles.text} {...writing}>
      {children}
    </div>
  )
}

/** Related objects, by their titles. */
function RelatedObjects({ value }: { value: unknown }) {
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const ids = (Array.isArray(value) ? value : [value]).filter(
    (id) => typeof id === 'string' && id !== '',
  )
  const query = { slug, query: JSON.stringify({ id: { $in: ids } }), props: 'id,title', limit: 100 }
  const { data } = useApiQuery(listObjects, { query }, { enabled: ids.length > 0 })
  if (ids.length === 0) return <p className={styles.nothing}>Nothing</p>
  const titles = new Map(data?.objects.map(({ object }) => [object.id, object.title]))
  return <p className={styles.text}>{ids.map((id) => titles.get(id) ?? '…').join(', ')}</p>
}
