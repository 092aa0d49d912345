import type { Macro } from '@typecase/contract/macros'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts, useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { mayChange } from '@typecase/content/record/author'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import { usePeople } from '@typecase/content/react/people'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { Link } from '@typecase/ui/link'
import { RowActions, RowName, RowProblem } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { deleteMacro, playMacro, shareMacro, unshareMacro } from '../commands.ts'
import { macro as kind, macrosQuery } from '../record.ts'
import { record } from '../recording/commands.ts'
import { macroRoute, macrosRoute } from '../routes.ts'
import { choiceOf } from '../run/macro-choice.ts'
import { problemsIn } from '../words/problems.ts'
import { describeSteps } from '../words/step-words.ts'
import styles from './macro-list.module.css'
import { useNames } from './use-names.ts'

/** Lists the user's own macros of the project and those that others share, by title. */
export default function MacroList() {
  const { bucketSlug } = useRouteParams(macrosRoute)
  const services = useServices()
  const query = useQuery(macrosQuery(services, bucketSlug))
  const { data } = query
  // Applies while the list is empty, too.
  useProvideFacts({ 'list.creates': record.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="macros" />
  return (
    <Page>
      <PageHeader title="Macros" detail={data?.total}>
        {data?.total === 0 ? null : <CommandButton command={record} />}
      </PageHeader>
      {!data ? (
        <SkeletonRows label="macros" />
      ) : data.macros.length === 0 ? (
        <EmptyState
          title="No macros yet"
          icon="workflow"
          action={<CommandButton command={record} variant="primary" />}
        >
          A macro is a named series of commands. Record it on one object, then run it on as many as
          you like: it is one change, with one undo.
        </EmptyState>
      ) : (
        <Rows macros={data.macros} bucketSlug={bucketSlug} />
      )}
    </Page>
  )
}

function Rows({ macros, bucketSlug }: { macros: readonly Macro[]; bucketSlug: string }) {
  const { href } = useService(Navigation)
  const me = useUser().data?.id
  const permissions = useFacts(({ can }) => can)
  const names = useNames(
    bucketSlug,
    macros.flatMap(({ steps }) => steps),
  )
  const people = usePeople(bucketSlug)
  return (
    <RecordRows record={kind} items={macros} aria-label="Macros" className={styles.columns}>
      {(macro, { opener, button }) => {
        const { id, title, steps, arguments: args, is_shared, created_by } = macro
        const problems = names.areLoaded
          ? steps.flatMap((step) => problemsIn(step, names, args))
          : []
        const titles = args.map((argument) => argument.title).join(', ')
        return (
          <>
            <RowName
              details={
                <>
                  <span className={styles.steps}>
                    {describeSteps(steps, { ...names, arguments: args })}
                  </span>
                  {problems.length > 0 ? <RowProblem>{problems.join(' ')}</RowProblem> : null}
                </>
              }
            >
              <Link
                {...opener}
                href={href(macroRoute, { params: { macroID: id } })}
                variant="quiet"
              >
                {title}
              </Link>
            </RowName>
            <span className={styles.facts}>
              {titles ? <span>Asks {titles}</span> : null}
              <span>{is_shared ? `Shared by ${people.within(created_by)}` : 'Only you'}</span>
            </span>
            <RowActions>
              <CommandButton
                command={playMacro}
                args={{ macro: choiceOf(macro) }}
                isPlain
                excludeFromTabOrder={button.excludeFromTabOrder}
              >
                Run…
              </CommandButton>
              {mayChange(macro, me, permissions) ? (
                <>
                  <CommandButton
                    {...button}
                    isPlain
                    command={is_shared ? unshareMacro : shareMacro}
                  >
                    {is_shared ? 'Stop sharing' : 'Share'}
                  </CommandButton>
                  <CommandButton {...button} isPlain command={deleteMacro}>
                    Delete
                  </CommandButton>
                </>
              ) : null}
            </RowActions>
          </>
        )
      }}
    </RecordRows>
  )
}
