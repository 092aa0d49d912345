import { bucketQuery } from '@typecase/content/bucket'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { refTo } from '@typecase/plugin-sdk/command'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { FailureState } from '@typecase/ui/failure-state'
import { FormSection } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { thinAfter, thinChoices } from '../commands/thinning.ts'

/** How long a bucket keeps every revision. */
export default function RevisionsSection({ bucketSlug }: { bucketSlug: string }) {
  const commands = useService(Commands)
  const { isEnabled, reason } = useCommand(thinAfter)
  const { data, error, refetch, isFetching } = useQuery(bucketQuery(useServices(), bucketSlug))
  if (!data) {
    if (!error) return <SkeletonForm label="revisions" count={1} />
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
  const { slug, thin_revisions_after: days } = data.bucket
  return (
    <FormSection
      title="Revisions"
      description="Every save keeps what an object was. Thinned, only the last revision of each day stays, with all that were public, have a name, or are needed to undo a change."
    >
      <Select
        label="Thin old revisions"
        description={isEnabled ? undefined : reason}
        isDisabled={!isEnabled}
        options={thinChoices(days).map(({ value, label }) => ({ id: String(value), label }))}
        value={String(days ?? 0)}
        onChange={(value) => {
          if (Number(value) === (days ?? 0)) return
          void commands.run(refTo(thinAfter, { bucket: slug, days: Number(value) }), {
            source: 'button',
          })
        }}
      />
    </FormSection>
  )
}
