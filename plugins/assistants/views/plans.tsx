import { QueryView } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import type { AssistantPlan } from '@typecase/contract/assistant-plans'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { FormSection } from '@typecase/ui/form'
import { RowActions, RowButton, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { Time } from '@typecase/ui/time'
import { useQuery } from '@tanstack/react-query'

import { declinePlan, reviewPlan, undoPlan } from '../commands.ts'
import { clientOf, hasRun, plan as kind, plansQuery } from '../record.ts'
import { stateLabels } from '../words.ts'

/** The plans of assistants: those that wait for a user, and the results of the others. */
export function Plans({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(plansQuery(useServices(), bucketSlug))
  return (
    <QueryView query={query} what="plans" loading={<SkeletonRows label="plans" count={2} />}>
      {({ plans }) => {
        const waiting = plans.filter(({ state }) => state === 'waiting')
        const others = plans.filter(({ state }) => state !== 'waiting')
        return (
          <>
            {waiting.length > 0 && (
              <FormSection
                title="Waiting for you"
                description="These changes cannot be undone, so an assistant does not make them by itself. Reviewing one shows what it would do now."
              >
                <Rows plans={waiting} label="Plans that wait for you" />
              </FormSection>
            )}
            {others.length > 0 && (
              <FormSection title="What assistants planned">
                <Rows plans={others} label="Plans of assistants" />
              </FormSection>
            )}
          </>
        )
      }}
    </QueryView>
  )
}

function Rows({ plans, label }: { plans: readonly AssistantPlan[]; label: string }) {
  const commands = useService(Commands)
  const open = ({ id, state }: AssistantPlan) =>
    state === 'waiting' || state === 'open'
      ? void commands.run(refTo(reviewPlan, kind.argsOf(id)), { source: 'button' })
      : undefined
  return (
    <RecordRows record={kind} items={plans} aria-label={label}>
      {(one, { opener, button }) => (
        <>
          <RowName
            details={
              <span>
                {clientOf(one)}
                {one.state !== 'waiting' && ` · ${stateLabels[one.state]}`} ·{' '}
                <Time value={one.created_at} />
                {one.message !== null && ` · ${one.message}`}
              </span>
            }
          >
            <RowButton {...opener} onPress={() => open(one)}>
              {one.title}
            </RowButton>
          </RowName>
          <RowActions>
            {one.state === 'waiting' && (
              <>
                <CommandButton {...button} command={reviewPlan}>
                  Review
                </CommandButton>
                <CommandButton {...button} command={declinePlan} isIconOnly />
              </>
            )}
            {hasRun(one) && one.undo !== null && (
              <CommandButton {...button} command={undoPlan} isIconOnly />
            )}
          </RowActions>
        </>
      )}
    </RecordRows>
  )
}
