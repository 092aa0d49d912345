import type { Preview } from '@typecase/plugin-sdk/command'
import { useEffect, useState } from 'react'

import { useCore } from '../core/core.tsx'
import styles from './palette.module.css'
import type { RunRow } from './row.ts'

/** Milliseconds for which a row must be active before its preview is loaded. */
const AFTER = 120

/** The preview of the active row, if its source has one. The input refers to it for screen readers. */
export function PreviewPane({ id, row }: { id: string; row: RunRow | undefined }) {
  const preview = usePreview(row)
  if (!preview) return null
  const { title, text, imageUrl, details = [] } = preview
  return (
    <div id={id} className={styles.preview}>
      {imageUrl ? <img src={imageUrl} alt="" className={styles.picture} /> : null}
      <p className={styles.previewTitle}>{title}</p>
      {text ? <p className={styles.previewText}>{text}</p> : null}
      {details.length > 0 ? (
        <dl className={styles.details}>
          {details.map(({ label, value }) => (
            <Detail key={label} label={label} value={value} />
          ))}
        </dl>
      ) : null}
    </div>
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

function usePreview(row: RunRow | undefined): Preview | undefined {
  const { host } = useCore()
  const [current, setCurrent] = useState<{ value: string; preview: Preview }>()
  const value = row?.value
  const source = row?.source
  // The preview arrives asynchronously, and is dropped if another row is active by then.
  useEffect(() => {
    if (!value || !source?.preview) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const context = { services: host.services, facts: host.facts.get(), signal, limit: 1 }
    const timer = setTimeout(() => {
      source.preview?.(context).then(
        (preview) => signal.aborted || setCurrent({ value, preview }),
        () => undefined,
      )
    }, AFTER)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [host, value, source])
  return current?.value === value ? current?.preview : undefined
}
