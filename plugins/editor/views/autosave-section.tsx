import { useQuery } from '@tanstack/react-query'
import { bucketQuery } from '@typecase/content/bucket'
import { QueryView } from '@typecase/content/react/query-view'
import type { Bucket } from '@typecase/contract/buckets'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { FormSection } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { Switch } from '@typecase/ui/switch'

import { setBucketAutosave } from '../commands/autosave.ts'

/** Edits whether the editor saves drafts of this bucket automatically. */
export default function AutosaveSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(bucketQuery(useServices(), bucketSlug))
  return (
    <FormSection
      title="Autosave"
      description="Autosave never publishes or creates objects. Autosaves within ten minutes count as one change in the history."
    >
      <QueryView
        query={query}
        what="settings"
        loading={<SkeletonForm label="autosave" count={1} />}
      >
        {({ bucket }) => <AutosaveSwitch bucket={bucket} />}
      </QueryView>
    </FormSection>
  )
}

function AutosaveSwitch({ bucket }: { bucket: Bucket }) {
  const { slug, autosaves_drafts: isOn } = bucket
  const change = useCommand(setBucketAutosave, { bucket: slug, autosaves_drafts: !isOn })
  return (
    <Switch
      isSelected={isOn}
      isDisabled={change.isRunning}
      disabledReason={change.isEnabled ? undefined : change.reason}
      onChange={() => void change.run()}
      description="Everyone can change this for themselves in the editor."
    >
      Save drafts when their author pauses
    </Switch>
  )
}
