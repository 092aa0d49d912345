import { type ManagedMedia, mediaReferences } from '@typecase/contract/media'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { routeRef } from '@typecase/plugin-sdk/route'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'
import { Fact, Facts, Inspector, InspectorSection, LineItem } from '@typecase/ui/split-layout'
import { TextArea } from '@typecase/ui/text-area'
import { TextField } from '@typecase/ui/text-field'
import { Time } from '@typecase/ui/time'
import { type RefObject, useState } from 'react'

import { copyUrl, describeMedia } from '../commands/browse.ts'
import { isPicture, nameOf, sizeInWords } from '../list/media-words.ts'
import styles from './media.module.css'
import { Thumbnail } from './thumbnail.tsx'

const objectRoute = routeRef<{ bucketSlug: string; objectID: string }>('objects.edit')

interface MediaDetailsProps {
  bucketSlug: string
  media: ManagedMedia
  altText: RefObject<HTMLTextAreaElement | null>
}

/** The picture large, its words to be edited, and what uses it. */
export function MediaDetails({ bucketSlug, media, altText }: MediaDetailsProps) {
  const mayWrite = useFacts((facts) => facts.can?.has('media:write') ?? false)
  const { width, height, type, size, folder, created_at } = media
  return (
    <Inspector aria-label={nameOf(media)}>
      <div className={styles.preview}>
        <Thumbnail media={media} width={640} alt={media.alt_text || nameOf(media)} />
      </div>
      <div className={styles.fields}>
        {isPicture(media) ? (
          <Words {...{ bucketSlug, media, mayWrite }} field="alt_text" input={altText} />
        ) : null}
        <Words {...{ bucketSlug, media, mayWrite }} field="title" />
      </div>
      <Facts>
        <Fact name="File">{nameOf(media)}</Fact>
        {width !== null && height !== null ? (
          <Fact name="Dimensions">{`${width} × ${height}`}</Fact>
        ) : null}
        <Fact name="Type">{type}</Fact>
        <Fact name="Size">{sizeInWords(size)}</Fact>
        {folder ? <Fact name="Folder">{folder}</Fact> : null}
        <Fact name="Added">
          <Time value={created_at} />
        </Fact>
      </Facts>
      <UsedBy bucketSlug={bucketSlug} id={media.id} />
      <CommandButton command={copyUrl}>Copy URL</CommandButton>
    </Inspector>
  )
}

interface WordsProps {
  bucketSlug: string
  media: ManagedMedia
  mayWrite: boolean
  field: 'title' | 'alt_text'
  input?: RefObject<HTMLTextAreaElement | null>
}

/** What was typed and is not saved, by media and field: who comes back to the media finds it. */
const unsaved = new Map<string, string>()

/** A text of a media; it is saved when one leaves the field, and what could not be saved stays in it. */
function Words({ bucketSlug, media, mayWrite, field, input }: WordsProps) {
  const commands = useService(Commands)
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
      placeholder="What the picture shows"
    />
  )
}

/** Objects that stand in the pane. */
const FIRST = 5

function UsedBy({ bucketSlug, id }: { bucketSlug: string; id: string }) {
  const { href } = useService(Navigation)
  const { data, error } = useApiQuery(mediaReferences, {
    query: { slug: bucketSlug, media_id: id, limit: FIRST },
  })
  return (
    <InspectorSection title="Used by" detail={data?.total ? data.total : undefined}>
      {error ? (
        <p className={styles.note}>What uses it could not be read. {error.message}</p>
      ) : null}
      {data?.total === 0 ? <p className={styles.note}>No object uses it.</p> : null}
      <ul aria-label="Used by" className={styles.uses}>
        {data?.references.map(({ object_id, title, fields }) => (
          <li key={object_id}>
            <LineItem detail={fields[0]?.label}>
              <Link
                variant="quiet"
                href={href(objectRoute, { params: { bucketSlug, objectID: object_id } })}
              >
                {title || 'Untitled'}
              </Link>
            </LineItem>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
