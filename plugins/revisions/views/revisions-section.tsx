import { bucketQuery } from '@typecase/content/bucket'
import { refTo } from '@typecase/plugin-sdk/command'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { QueryView } from '@typecase/content/react/query-view'
import { FormSection } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { thinAfter, thinChoices } from '../commands/thinning.ts'

/** The setting how long a bucket keeps all revisions. */
export default function RevisionsSection({ bucketSlug }: { bucketSlug: string }) {
  const commands = useService(Commands)
  const { isEnabled, reason } = useCommand(thinAfter)
  const query = useQuery(bucketQuery(useServices(), bucketSlug))
  const { data } = query
  if (!data) {
    return (
      <QueryView
        query={query}
        what="settings"
        loading={<SkeletonForm label="revisions" count={1} />}
      />
    )
  }
  const { slug, thin_revisions_after: days } = data.bucket
  return (
    <FormSection
      title="Revisions"
      description="Every save keeps the earlier version. Thinning keeps one revision per day, plus those that were public, have a name, or are needed for undo."
    >
      <Select
        label="Thin old revisions"
        disabledReason={isEnabled ? undefined : reason}
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
