import type { AltTextProps } from '@typecase/content/media-picker'
import type { ManagedMedia } from '@typecase/contract/media'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { TextArea } from '@typecase/ui/text-area'
import { TextField } from '@typecase/ui/text-field'
import { type RefObject, useState } from 'react'

import { describeMedia } from '../commands/browse.ts'

interface MediaTextProps {
  bucketSlug: string
  media: ManagedMedia
  field: 'title' | 'alt_text'
  input?: RefObject<HTMLTextAreaElement | null>
}

/** Unsaved texts by media and field, which reappear when the user returns to the media. */
const unsaved = new Map<string, string>()

/** Edits a text of a media. It is saved when the focus leaves; a text that could not be saved stays in the field. */
export function MediaText({ bucketSlug, media, field, input }: MediaTextProps) {
  const commands = useService(Commands)
  const mayWrite = useFacts((facts) => facts.can?.has('media:write') ?? false)
  const key = `${media.id} ${field}`
  const [typed, setTyped] = useState(() => unsaved.get(key))
  const value = typed ?? media[field]

  function type(next: string) {
    unsaved.set(key, next)
    setTyped(next)
  }
  function forget(saved: string) {
    if (unsaved.get(key) === saved) unsaved.delete(key)
    setTyped((now) => (now === saved ? undefined : now))
  }

  async function save() {
    if (typed === undefined) return
    if (typed === media[field]) return forget(typed)
    const args = { bucket: bucketSlug, media_id: media.id, [field]: typed, rev: media.rev }
    const outcome = await commands.run(refTo(describeMedia, args))
    if (outcome && !outcome.failures?.length) forget(typed)
  }
  const common = {
    value,
    onChange: type,
    onBlur: () => void save(),
    isReadOnly: !mayWrite,
    autoComplete: 'off',
  } as const
  if (field === 'title') return <TextField label="Title" {...common} maxLength={1000} />
  return (
    <TextArea
      label="Alt text"
      {...common}
      rows={2}
      maxLength={5000}
      inputRef={input}
      placeholder="What the image shows"
    />
  )
}

export const AltText = (props: AltTextProps) => <MediaText {...props} field="alt_text" />
