import { useMediaPicker } from '@typecase/content/react/media-picker'
import { useMediaUpload } from '@typecase/content/react/media-upload'
import { editMediaAltText } from '@typecase/contract/media'
import type { Media } from '@typecase/contract/media-upload'
import { type PictureUse, withUse } from '@typecase/contract/picture-use'
import { Here } from '@typecase/plugin-sdk/here'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { TextField } from '@typecase/ui/text-field'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import styles from '../media/media.module.css'
import { pictureText } from '../session/editor-page.ts'
import { useBucketSlug } from '../use-session.tsx'

export interface TextPicture {
  readonly src: string
  readonly alt: string
}

interface TextPictureOptions {
  /** The label of the text that receives the pictures. */
  readonly label: string
  /** Inserts pictures at the caret. */
  readonly insert: (pictures: readonly TextPicture[]) => void
  /** Sets the alternative text of all pictures with the same `src` that lack one. */
  readonly describe: (picture: TextPicture) => void
}

export interface TextPictures {
  readonly isOffered: boolean
  /** Opens the picker. */
  choose(): void
  /** Uploads files and inserts them. */
  take(files: readonly File[]): void
  /** Notes that the text has the focus, because commands insert into the text that had it last. */
  visit(): void
  /** Shown below the text. */
  readonly below: ReactNode
}

/** Manages the pictures within a text: chosen, dropped or pasted ones. */
export function useTextPictures({ label, insert, describe }: TextPictureOptions): TextPictures {
  const bucketSlug = useBucketSlug()
  const here = useService(Here)
  const picker = useMediaPicker()
  const [undescribed, setUndescribed] = useState<readonly Media[]>([])
  const { upload, percent, failure, isOffered } = useMediaUpload({
    bucketSlug,
    kind: 'image',
    isMany: true,
    onUploaded(media) {
      insert(media.map((one) => pictureOf(one)))
      setUndescribed([...undescribed, ...media.filter(({ alt_text }) => alt_text === '')])
    },
  })
  /** How often the text received the focus. */
  const [visits, setVisits] = useState(0)

  const choose = useEffectEvent(() =>
    picker.open({
      bucketSlug,
      label,
      kind: 'image',
      isMany: true,
      onPick: (picked) => insert(picked.map(({ media, use }) => pictureOf(media, use))),
    }),
  )
  // Commands act on the text that had the focus last.
  useEffect(() => {
    if (visits === 0) return undefined
    return here.offer(pictureText, { insertPicture: () => choose() })
  }, [here, visits])

  const [next] = undescribed
  return {
    isOffered: isOffered && picker.isOffered,
    choose: () => choose(),
    take: (files) => void upload(files),
    visit: () => setVisits((before) => before + 1),
    below: (
      <>
        {/* Remains after the focus has left, because the palette takes it while the user chooses a command. */}
        {visits > 0 ? <PictureFact /> : null}
        {percent === undefined ? null : (
          <ProgressBar label={`Uploading to ${label}`} value={percent} />
        )}
        {failure ? (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        ) : null}
        {next ? (
          <AltTextForm
            key={next.id}
            bucketSlug={bucketSlug}
            media={next}
            onDone={(alt) => {
              setUndescribed(undescribed.slice(1))
              if (alt) describe({ ...pictureOf(next), alt })
            }}
          />
        ) : null}
        {picker.dialog}
      </>
    ),
  }
}

function PictureFact() {
  useProvideFacts({ 'editor.takesPictures': true })
  return null
}

const pictureOf = (
  { url, alt_text: alt }: Pick<Media, 'url' | 'alt_text'>,
  use: PictureUse = {},
): TextPicture => ({ src: url.includes('/media/') ? withUse(url, use) : url, alt })

interface AltTextFormProps {
  bucketSlug: string
  media: Media
  /** Called with the alternative text, which is empty if the user skips it. */
  onDone: (alt: string) => void
}

/** Asks for the alternative text of a picture that was just inserted. */
function AltTextForm({ bucketSlug, media, onDone }: AltTextFormProps) {
  const api = useService(Api)
  const [alt, setAlt] = useState('')
  const [failure, setFailure] = useState<string>()

  async function save(): Promise<void> {
    const text = alt.trim()
    try {
      if (text) {
        const body = { slug: bucketSlug, media_id: media.id, alt_text: text }
        await api.call(editMediaAltText, { body })
      }
      onDone(text)
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : 'It could not be saved.')
    }
  }

  return (
    <Form onSubmit={() => void save()}>
      <div className={styles.describe}>
        <TextField
          label={`Alt text of ${media.original_name}`}
          placeholder="What the image shows"
          autoComplete="off"
          maxLength={5000}
          value={alt}
          onChange={setAlt}
          errorMessage={failure}
          isTouched={failure !== undefined}
        />
        <Button type="submit">Save</Button>
        <Button variant="quiet" onPress={() => onDone('')}>
          Later
        </Button>
      </div>
    </Form>
  )
}

/** Returns a picture as Markdown or HTML source. */
export function pictureSource({ src, alt }: TextPicture, language: 'html' | 'markdown'): string {
  if (language === 'html') return `<img src="${escape(src)}" alt="${escape(alt)}">`
  const address = /[()\s]/.test(src) ? `<${src}>` : src
  return `![${alt.replaceAll(/[[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')}](${address})`
}

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
