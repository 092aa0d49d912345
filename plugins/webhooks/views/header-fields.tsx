import { MOST_HEADERS } from '@typecase/contract/webhooks'
import { Button } from '@typecase/ui/button'
import { TextField } from '@typecase/ui/text-field'
import { useId } from 'react'

import { type HeaderField, isMoved, isStored } from './form-fields.ts'
import styles from './webhooks.module.css'

interface HeaderFieldsProps {
  headers: readonly HeaderField[]
  /** As typed. */
  endpoint: string
  onChange: (headers: readonly HeaderField[]) => void
  /** What is wrong, by the path in the call. */
  problemAt: (path: string) => string | undefined
  isTouched: boolean
}

/** Custom headers: their values are stored encrypted, for the origin of the endpoint, and never shown again. */
export function HeaderFields({
  headers,
  endpoint,
  onChange,
  problemAt,
  isTouched,
}: HeaderFieldsProps) {
  const heading = useId()
  const touched = { ...(isTouched && { isTouched: true }) }
  const set = (id: string, part: Partial<HeaderField>) =>
    onChange(headers.map((header) => (header.id === id ? { ...header, ...part } : header)))
  const isFull = headers.length >= MOST_HEADERS
  return (
    <div role="group" aria-labelledby={heading} className={styles.headers}>
      <span id={heading} className={styles.label}>
        Headers
      </span>
      {headers.some((header) => isMoved(header, endpoint)) ? (
        <p role="status" className={styles.note}>
          The endpoint is at another address. Enter the values again.
        </p>
      ) : null}
      {headers.map((header, place) => (
        <div key={header.id} className={styles.header}>
          <TextField
            aria-label={`Header ${place + 1}`}
            placeholder="Authorization"
            value={header.key}
            onChange={(key) => set(header.id, { key })}
            errorMessage={problemAt(`data.headers.${place}.key`)}
            {...touched}
            autoComplete="off"
            isCode
          />
          <TextField
            aria-label={`Value of header ${place + 1}`}
            placeholder={isStored(header, endpoint) ? 'Unchanged' : 'Value'}
            type="password"
            value={header.value}
            onChange={(value) => set(header.id, { value })}
            errorMessage={problemAt(`data.headers.${place}.value`)}
            {...touched}
            autoComplete="off"
            isCode
          />
          <Button
            variant="quiet"
            icon="x"
            aria-label={`Remove header ${place + 1}`}
            onPress={() => onChange(headers.filter(({ id }) => id !== header.id))}
          />
        </div>
      ))}
      <div>
        <Button
          icon="plus"
          disabledReason={isFull ? `A webhook has ${MOST_HEADERS} headers at most.` : undefined}
          onPress={() => onChange([...headers, newHeader()])}
        >
          Add header
        </Button>
      </div>
    </div>
  )
}

const newHeader = (): HeaderField => ({
  id: crypto.randomUUID(),
  key: '',
  value: '',
  stored: undefined,
})
