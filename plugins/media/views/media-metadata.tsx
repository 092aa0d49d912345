import type { ManagedMedia } from '@typecase/contract/media'
import { FOCAL_POINT } from '@typecase/contract/picture-use'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { InspectorSection } from '@typecase/ui/split-layout'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { describeMedia } from '../commands/browse.ts'
import styles from './media.module.css'

/** Keys that a query can name. */
const KEY = /^[\p{L}\p{N}_-]{1,100}$/u

interface MediaMetadataProps {
  bucketSlug: string
  media: ManagedMedia
}

/** Edits the custom metadata of a media: photographer, licence, place. */
export function MediaMetadata({ bucketSlug, media }: MediaMetadataProps) {
  const commands = useService(Commands)
  const mayWrite = useFacts((facts) => facts.can?.has('media:write') ?? false)
  const [key, setKey] = useState('')
  const [isTried, setTried] = useState(false)
  const entries = Object.entries(media.metadata).filter(([name]) => name !== FOCAL_POINT)

  async function save(name: string, value: unknown): Promise<boolean> {
    const metadata = { [name]: value }
    const args = { bucket: bucketSlug, media_id: media.id, metadata, rev: media.rev }
    const outcome = await commands.run(refTo(describeMedia, args))
    return outcome !== undefined && !outcome.failures?.length
  }

  const isTaken = key in media.metadata
  const problem = isTaken
    ? 'There is already a field with this key.'
    : KEY.test(key)
      ? undefined
      : 'Letters, digits, _ and - without spaces.'

  async function add(): Promise<void> {
    setTried(true)
    if (problem !== undefined || !(await save(key, ''))) return
    setKey('')
    setTried(false)
  }

  if (!mayWrite && entries.length === 0) return null
  return (
    <InspectorSection title="Metadata">
      <div className={styles.fields}>
        {entries.map(([name, value]) => (
          <MetadataField
            key={name}
            name={name}
            value={value}
            isReadOnly={!mayWrite}
            onSave={(next) => save(name, next)}
            onRemove={() => void save(name, null)}
          />
        ))}
        {mayWrite ? (
          <Form onSubmit={() => void add()}>
            <div className={styles.entry}>
              <TextField
                aria-label="New metadata field"
                placeholder="New field, such as photographer"
                isSmall
                isCode
                autoComplete="off"
                value={key}
                onChange={(next) => {
                  setKey(next.trim())
                  setTried(false)
                }}
                errorMessage={problem}
                isTouched={isTried}
              />
              <Button type="submit" icon="plus" aria-label="Add metadata field" />
            </div>
          </Form>
        ) : null}
      </div>
    </InspectorSection>
  )
}

interface MetadataFieldProps {
  name: string
  value: unknown
  isReadOnly: boolean
  onSave: (value: unknown) => Promise<boolean>
  onRemove: () => void
}

/** Edits a text verbatim, and any other value as JSON, which preserves its type. */
function MetadataField({ name, value, isReadOnly, onSave, onRemove }: MetadataFieldProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()

  async function save(): Promise<void> {
    if (typed === undefined || typed === text) return setTyped(undefined)
    try {
      const next: unknown = typeof value === 'string' ? typed : JSON.parse(typed)
      if (await onSave(next)) setTyped(undefined)
    } catch {
      setProblem('This field holds JSON.')
    }
  }

  return (
    <div className={styles.entry}>
      <TextField
        label={name}
        isReadOnly={isReadOnly}
        isCode={typeof value !== 'string'}
        autoComplete="off"
        value={typed ?? text}
        onChange={(next) => {
          setTyped(next)
          setProblem(undefined)
        }}
        onBlur={() => void save()}
        errorMessage={problem}
        isTouched={problem !== undefined}
      />
      {isReadOnly ? null : (
        <Button variant="quiet" icon="x" aria-label={`Remove ${name}`} onPress={onRemove} />
      )}
    </div>
  )
}
