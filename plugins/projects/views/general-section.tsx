import { usePending } from '@typecase/plugin-sdk/react/pending'
import type { Bucket } from '@typecase/contract/buckets'
import { type FieldRule, firstBroken, max, notBlank } from '@typecase/contract/field-rules'
import { QueryView } from '@typecase/content/react/query-view'
import { bucketQuery } from '@typecase/content/bucket'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Files } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form, FormActions, FormSection } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import {
  changeSlug,
  changeThumbnail,
  deleteBucket,
  makeDefaultBucket,
  renameBucket,
  uploadThumbnail,
} from '../commands/buckets.ts'
import styles from './project-settings.module.css'
import { runAll, useTyped } from './use-typed.ts'

/** The title and address of the bucket, and actions on the whole bucket. */
export default function GeneralSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(bucketQuery(useServices(), bucketSlug))
  return (
    <QueryView query={query} what="settings" loading={<SkeletonForm count={2} />}>
      {(data) => <General key={data.bucket.id} bucket={data.bucket} />}
    </QueryView>
  )
}

const slugRule: FieldRule = (path, value) =>
  /^[a-z0-9][a-z0-9-]*$/.test(value)
    ? undefined
    : `${path} may have lower-case letters, digits and hyphens only`

/** The image of the bucket. */
function Thumbnail({ bucket: { slug, thumbnail, title } }: { bucket: Bucket }) {
  const commands = useService(Commands)
  const files = useService(Files)
  const { isEnabled, reason } = useCommand(uploadThumbnail)
  function upload(fileList: FileList | null) {
    const file = fileList?.[0]
    if (!file) return
    const args = { bucket: slug, file: files.keep(file) }
    void commands.run(refTo(uploadThumbnail, args), { source: 'button' })
  }
  return (
    <FormSection title="Thumbnail" description="Shown next to the bucket’s title.">
      <FormActions>
        {thumbnail ? (
          <img src={thumbnail} alt={`Thumbnail of ${title}`} className={styles.thumbnail} />
        ) : null}
        <FileTrigger acceptedFileTypes={['image/*']} onSelect={upload}>
          <Button icon="upload" disabledReason={isEnabled ? undefined : reason}>
            Upload thumbnail
          </Button>
        </FileTrigger>
        {thumbnail ? (
          <CommandButton command={changeThumbnail} args={{ bucket: slug, thumbnail: '' }} isPlain>
            Remove
          </CommandButton>
        ) : null}
      </FormActions>
    </FormSection>
  )
}

function General({ bucket }: { bucket: Bucket }) {
  const commands = useService(Commands)
  const rename = useCommand(renameBucket)
  const why = rename.isEnabled ? undefined : rename.reason
  const { values, change, settle } = useTyped({ title: bucket.title, slug: bucket.slug })
  const { title, slug } = values
  const [isSent, setSent] = useState(false)
  const [isPending, during] = usePending()
  const titleError = firstBroken('Title', title, [notBlank, max(200)])
  const slugError = firstBroken('Slug', slug, [notBlank, max(100), slugRule])
  const touched = isSent ? { isTouched: true } : {}

  async function save() {
    setSent(true)
    if (isPending || titleError || slugError) return
    const changes = [
      ...(title.trim() === bucket.title
        ? []
        : [refTo(renameBucket, { bucket: bucket.slug, title: title.trim() })]),
      ...(slug === bucket.slug ? [] : [refTo(changeSlug, { bucket: bucket.slug, slug })]),
    ]
    if (await during(() => runAll(commands, changes))) settle()
  }

  return (
    <>
      <FormSection title="General" description={why}>
        <Form aria-label="General" onSubmit={() => void save()}>
          <TextField
            label="Title"
            value={title}
            onChange={(next) => change({ title: next })}
            errorMessage={titleError}
            {...touched}
            isRequired
            isReadOnly={why !== undefined}
          />
          <TextField
            label="Slug"
            isCode
            value={slug}
            onChange={(next) => change({ slug: next })}
            errorMessage={slugError}
            {...touched}
            description={
              slug === bucket.slug
                ? 'Part of every address of this bucket.'
                : `Every address with “${bucket.slug}” stops working at once: sites and scripts that read this bucket, webhooks and bookmarks. Keys do not change.`
            }
            isRequired
            isReadOnly={why !== undefined}
          />
          <FormActions>
            <Button type="submit" variant="primary" isPending={isPending} disabledReason={why}>
              Save settings
            </Button>
          </FormActions>
        </Form>
      </FormSection>
      <Thumbnail bucket={bucket} />
      <FormSection title="Default bucket" description="Its project opens with this bucket.">
        <FormActions>
          {bucket.default ? (
            <p>This is the default bucket of {bucket.project_title}.</p>
          ) : (
            <CommandButton command={makeDefaultBucket} args={{ bucket: bucket.slug }} />
          )}
        </FormActions>
      </FormSection>
      <FormSection
        title="Danger zone"
        description="Its object types, objects and media are deleted, too. This cannot be undone."
      >
        <FormActions>
          <CommandButton command={deleteBucket} args={{ bucket: bucket.slug }} variant="danger" />
        </FormActions>
      </FormSection>
    </>
  )
}
