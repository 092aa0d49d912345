import type { Assistant } from '@typecase/contract/assistants'
import { assistantSettings } from '@typecase/contract/roles'
import type { Bucket } from '@typecase/contract/buckets'
import { bucketQuery } from '@typecase/content/bucket'
import { hasFailed, QueryFailure, QueryView } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import { scopeLabels } from '@typecase/content/words/scopes'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { refTo } from '@typecase/plugin-sdk/command'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Chip } from '@typecase/ui/chip'
import { formatCount } from '@typecase/ui/count'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormSection } from '@typecase/ui/form'
import { RowActions, RowButton, RowName } from '@typecase/ui/row-list'
import { Select } from '@typecase/ui/select'
import { SkeletonForm, SkeletonRows } from '@typecase/ui/skeleton'
import { Time } from '@typecase/ui/time'
import { useQuery } from '@tanstack/react-query'

import { revokeAssistant, setAssistants } from '../commands.ts'
import { assistant as kind, assistantsQuery, personOf } from '../record.ts'
import { settingLabels } from '../words.ts'
import { Plans } from './plans.tsx'

/** What assistants may do in the bucket, and which ones are connected, in the settings. */
export default function AssistantsSection({ bucketSlug }: { bucketSlug: string }) {
  const services = useServices()
  const bucket = useQuery(bucketQuery(services, bucketSlug))
  const query = useQuery(assistantsQuery(services, bucketSlug))
  const { data } = query
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="assistants" />
  return (
    <>
      <FormSection
        title="Assistants"
        description="Assistants act for the person who connected them, within the scope that the person chose."
      >
        <QueryView
          query={bucket}
          what="settings"
          loading={<SkeletonForm label="setting" count={1} />}
        >
          {({ bucket: one }) => <Setting bucket={one} />}
        </QueryView>
      </FormSection>
      <Plans bucketSlug={bucketSlug} />
      <FormSection title="Connected assistants">
        {!data ? (
          <SkeletonRows label="assistants" count={3} />
        ) : data.assistants.length === 0 ? (
          <EmptyState title="No assistants yet" icon="sparkles">
            Add the address of this server followed by /mcp to your assistant, and sign in from
            there.
          </EmptyState>
        ) : (
          <Rows assistants={data.assistants} />
        )}
      </FormSection>
    </>
  )
}

function Setting({ bucket }: { bucket: Bucket }) {
  const { slug, assistants } = bucket
  const { isEnabled, reason } = useCommand(setAssistants, { bucket: slug, assistants })
  const commands = useService(Commands)
  return (
    <Select
      label="Assistants may do"
      options={assistantSettings.map((id) => ({ id, label: settingLabels[id] }))}
      value={assistants}
      disabledReason={isEnabled ? undefined : reason}
      onChange={(next) => {
        const chosen = assistantSettings.find((one) => one === next)
        if (!chosen || chosen === assistants) return
        void commands.run(refTo(setAssistants, { bucket: slug, assistants: chosen }), {
          source: 'button',
        })
      }}
    />
  )
}

function Rows({ assistants }: { assistants: readonly Assistant[] }) {
  const commands = useService(Commands)
  const revoke = (id: string) =>
    commands.run(refTo(revokeAssistant, kind.argsOf(id)), { source: 'button' })
  return (
    <RecordRows record={kind} items={assistants} aria-label="Connected assistants">
      {(one, { opener, button }) => (
        <>
          <RowName
            details={
              <span>
                {personOf(one)} · {one.client.host} ·{' '}
                {one.buckets === null ? 'all buckets' : formatCount(one.buckets, 'bucket')} ·{' '}
                {one.last_used_at === null ? (
                  'never used'
                ) : (
                  <>
                    last used <Time value={one.last_used_at} />
                  </>
                )}
              </span>
            }
          >
            <RowButton {...opener} onPress={() => void revoke(one.id)}>
              {one.client.name}
            </RowButton>
          </RowName>
          <Chip>{scopeLabels[one.scope]}</Chip>
          <RowActions>
            <CommandButton {...button} command={revokeAssistant} isIconOnly />
          </RowActions>
        </>
      )}
    </RecordRows>
  )
}
