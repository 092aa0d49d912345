import type { Bucket } from '@typecase/contract/buckets'
import { type FieldRule, firstBroken, max, required } from '@typecase/contract/field-rules'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { bucketQuery } from '@typecase/content/bucket'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { FailureState } from '@typecase/ui/failure-state'
import { Form, FormActions, FormSection } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { changeSlug, deleteBucket, makeDefaultBucket, renameBucket } from '../commands/buckets.ts'

/** Title and address of the bucket, and what becomes of it as a whole. */
export default function GeneralSection({ bucketSlug }: { bucketSlug: string }) {
  const { data, error, refetch, isFetching } = useQuery(bucketQuery(useServices(), bucketSlug))
  if (data) return <General key={data.bucket.rev} bucket={data.bucket} />
  if (!error) return <SkeletonForm count={2} />
  return (
    <FailureState
      title="The settings could not be loaded"
      requestId={isApiError(error) ? error.requestId : undefined}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    >
      {error.message}
    </FailureState>
  )
}

const slugRule: FieldRule = (path, value) =>
  /^[a-z0-9][a-z0-9-]*$/.test(value)
    ? undefined
    : `${path} may have lower-case letters, digits and hyphens only`

function General({ bucket }: { bucket: Bucket }) {
  const commands = useService(Commands)
  const rename = useCommand(renameBucket)
  const [title, setTitle] = useState(bucket.title)
  const [slug, setSlug] = useState(bucket.slug)
  const [isSent, setSent] = useState(false)
  const [isPending, setPending] = useState(false)
  const titleError = firstBroken('Title', title, [required, max(200)])
  const slugError = firstBroken('Slug', slug, [required, max(100), slugRule])
  const touched = isSent ? { isTouched: true } : {}

  async function save() {
    setSent(true)
    if (isPending || titleError || slugError) return
    setPending(true)
    const source = { source: 'button' } as const
    const changed = title.trim() !== bucket.title
    if (changed) {
      await commands.run(refTo(renameBucket, { bucket: bucket.slug, title: title.trim() }), source)
    }
    if (slug !== bucket.slug) {
      await commands.run(refTo(changeSlug, { bucket: bucket.slug, slug }), source)
    }
    setPending(false)
  }

  return (
    <>
      <FormSection title="General">
        <Form aria-label="General" onSubmit={() => void save()}>
          <TextField
            label="Title"
            value={title}
            onChange={setTitle}
            errorMessage={titleError}
            {...touched}
            isRequired
          />
          <TextField
            label="Slug"
            isCode
            value={slug}
            onChange={setSlug}
            errorMessage={slugError}
            {...touched}
            description="Part of every address of this bucket: sites that read it need the new one."
            isRequired
          />
          <FormActions>
            <Button
              type="submit"
              variant="primary"
              isPending={isPending}
              disabledReason={rename.isEnabled ? undefined : rename.reason}
            >
              Save settings
            </Button>
          </FormActions>
        </Form>
      </FormSection>
      <FormSection title="Default bucket" description="The one that its project opens with.">
        <FormActions>
          {bucket.default ? (
            <p>This is the default bucket.</p>
          ) : (
            <CommandButton command={makeDefaultBucket} args={{ bucket: bucket.slug }} />
          )}
        </FormActions>
      </FormSection>
      <FormSection
        title="Danger zone"
        description="Object types, objects and media go with the bucket. This cannot be undone."
      >
        <FormActions>
          <CommandButton command={deleteBucket} args={{ bucket: bucket.slug }} variant="danger" />
        </FormActions>
      </FormSection>
    </>
  )
}
