import type { Metafield } from '@typecase/contract/metafields'
import { StatusBadge } from '@typecase/ui/status-badge'
import { Time } from '@typecase/ui/time'

import { directionOf } from '../locale-names.ts'
import { sizedPreview } from '../object/media-value.ts'
import { statusOf } from '../object/status.ts'
import type { PeekData } from '../object/peek-query.ts'
import { useFieldKinds } from './field-kinds.tsx'
import { FieldValues, isBlank } from './field-value.tsx'
import styles from './object-view.module.css'
import { usePeople } from './people.tsx'

const content: Metafield = { key: 'content', title: 'Content', type: 'html-textarea' }

/** Renders an object for reading: its facts, and its fields with values in the order of the form. */
export function ObjectView({ data, bucketSlug }: { data: PeekData; bucketSlug: string }) {
  const { object, type, titles } = data
  const { title, locale, thumbnail, slug } = object
  const kinds = useFieldKinds()
  const people = usePeople(bucketSlug)
  const context = { object, bucketSlug, titles, kinds }
  const fields = [content, ...(type?.metafields ?? [])]
  const values: Record<string, unknown> = { ...object.metadata, content: object.content }
  const { status, text, detail } = statusOf(object)
  const picture = thumbnail === null ? undefined : sizedPreview(thumbnail, THUMBNAIL_WIDTH)
  return (
    <article className={styles.view}>
      <p className={styles.about}>
        <StatusBadge status={status}>{text}</StatusBadge>
        <span>{type?.singular || type?.title || object.type}</span>
        {locale === null ? null : <code>{locale}</code>}
      </p>
      <h2 className={styles.title}>{title || 'Untitled'}</h2>
      {detail === undefined ? null : <p className={styles.note}>{detail}</p>}
      {picture ? <img className={styles.thumbnail} src={picture} alt="" /> : null}
      <div {...(locale !== null && { lang: locale, dir: directionOf(locale) })}>
        {fields.every(({ key }) => isBlank(values[key])) ? (
          <p className={styles.note}>All fields are empty.</p>
        ) : (
          <FieldValues fields={fields} values={values} context={context} />
        )}
      </div>
      <p className={styles.note}>
        {slug === '' ? null : (
          <>
            <code>/{slug}</code> ·{' '}
          </>
        )}
        Changed <Time value={object.modified_at} />
        {object.modified_by === null ? null : ` by ${people.within(object.modified_by)}`}
      </p>
    </article>
  )
}

/** Width of the thumbnail in pixels, for screens of high density. */
const THUMBNAIL_WIDTH = 800
