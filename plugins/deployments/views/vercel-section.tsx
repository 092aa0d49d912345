import {
  connectVercel as connectCall,
  type VercelConnection,
  type VercelLink,
} from '@typecase/contract/deployments'
import { notBlank } from '@typecase/contract/field-rules'
import { StaleBanner } from '@typecase/content/react/record-form'
import { useRecordForm } from '@typecase/content/react/use-record-form'
import { Focus } from '@typecase/plugin-sdk/focus'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Navigation, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { QueryView } from '@typecase/content/react/query-view'
import { Form, FormActions, FormRow, FormSection } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { Row, RowActions, RowList, RowName } from '@typecase/ui/row-list'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'

import { connectVercel, disconnectVercel, linkProject, unlinkProject } from '../commands.ts'
import { connectionQuery, link } from '../record.ts'
import { deploymentsRoute, vercelForm } from '../routes.ts'
import styles from './deployments.module.css'
import { useLinkRefusal } from './use-link-refusal.ts'

/** The bucket's token and its linked projects, in the settings. */
export default function VercelSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(connectionQuery(useServices(), bucketSlug))
  const { data } = query
  useLinkRefusal(data?.connection)
  return (
    <QueryView
      query={query}
      what="connection to Vercel"
      loading={<SkeletonForm count={3} label="connection to Vercel" />}
    >
      {({ connection }) => (
        <>
          <Token key={connection.source} bucketSlug={bucketSlug} connection={connection} />
          <Links bucketSlug={bucketSlug} links={connection.links} />
        </>
      )}
    </QueryView>
  )
}

const sourceWords = {
  bucket: 'This bucket has its own Vercel token. A new one replaces it.',
  installation:
    'This bucket does not have its own Vercel token. Staff of this installation link projects with the installation’s token; with your own token you can link yours.',
  none: 'Vercel is not connected. A token lets this bucket show what Vercel built.',
} as const

interface TokenProps {
  bucketSlug: string
  connection: VercelConnection
}

const labels = { token: 'Vercel token', team_id: 'Team id' }

function Token({ bucketSlug, connection }: TokenProps) {
  const { source, team_id, rev } = connection
  const services = useServices()
  const focus = useService(Focus)
  const tokenField = useRef<HTMLInputElement>(null)
  const { isEnabled, reason } = useCommand(connectVercel)
  usePageHandle(
    vercelForm,
    useMemo(() => ({ focusToken: () => void focus.moveTo(tokenField.current) }), [focus]),
  )
  const form = useRecordForm({
    saved: { token: '', team_id: team_id ?? '' },
    rev,
    labels,
    problemsOf: ({ token }) => ({ token: notBlank(labels.token, token) }),
    // No command saves the form, because its arguments, with the token, would be stored among the recent commands.
    async save(values, _typed, typedOver) {
      const body = {
        slug: bucketSlug,
        token: values.token.trim(),
        team_id: values.team_id.trim() || null,
        ...(typedOver !== undefined && { rev: typedOver }),
      }
      try {
        await services.get(Api).call(connectCall, { body })
        services.get(Toasts).show({ message: 'Vercel is connected.', tone: 'success' })
      } finally {
        await link.refresh(services)
      }
    },
  })

  return (
    <FormSection title="Deployments" description={sourceWords[source ?? 'none']}>
      <Form aria-label="Vercel" onSubmit={() => void (isEnabled && form.submit())}>
        {form.isStale ? (
          <StaleBanner
            noun="connection"
            onTakeTheirs={form.takeTheirs}
            onKeepMine={form.keepMine}
          />
        ) : null}
        <FormRow>
          <TextField
            {...form.field('token')}
            description="From the account settings on Vercel, under Tokens. It is stored encrypted and never shown again."
            type="password"
            autoComplete="off"
            spellCheck="false"
            inputRef={tokenField}
            isDisabled={!isEnabled}
            isRequired
            isCode
          />
          <TextField
            {...form.field('team_id')}
            description="For projects of a team: “team_…”, from the general settings of the team."
            placeholder="team_…"
            autoComplete="off"
            spellCheck="false"
            isDisabled={!isEnabled}
            isCode
          />
        </FormRow>
        {form.failure === undefined ? null : (
          <p role="alert" className={styles.failure}>
            {form.failure}
          </p>
        )}
        <FormActions>
          <Button
            type="submit"
            variant="primary"
            isPending={form.isPending}
            disabledReason={
              isEnabled ? (form.isStale ? 'Choose which version to keep.' : undefined) : reason
            }
          >
            {source === 'bucket' ? 'Replace token' : 'Connect'}
          </Button>
          {source === 'bucket' ? <CommandButton command={disconnectVercel} isPlain /> : null}
        </FormActions>
      </Form>
    </FormSection>
  )
}

interface LinksProps {
  bucketSlug: string
  links: readonly VercelLink[]
}

function Links({ bucketSlug, links }: LinksProps) {
  const { href } = useService(Navigation)
  const { list, currentID, isTabStop } = useListKeys(
    links.map(({ project_id }) => project_id),
    { creates: linkProject.id },
  )
  useProvideFacts({ 'deployments.project': currentID })
  return (
    <FormSection
      title="Linked projects"
      description="Everyone in this bucket sees their deployments and build logs."
    >
      {links.length === 0 ? (
        <p className={styles.note}>No project on Vercel is linked yet.</p>
      ) : (
        <RowList list={list} aria-label="Linked projects">
          {links.map(({ project_id: id, title, source }) => (
            <Row key={id} isCurrent={id === currentID}>
              <RowName>
                <Link
                  href={href(deploymentsRoute, {
                    params: { bucketSlug },
                    search: { vercelProjectId: id },
                  })}
                  variant="quiet"
                  data-row={id}
                  excludeFromTabOrder={!isTabStop(id)}
                >
                  {title}
                </Link>
              </RowName>
              <Chip>{source === 'bucket' ? 'This bucket’s token' : 'Installation’s token'}</Chip>
              <RowActions>
                <CommandButton
                  command={unlinkProject}
                  args={link.argsOf(id)}
                  variant="quiet"
                  excludeFromTabOrder={!isTabStop(id)}
                >
                  Unlink
                </CommandButton>
              </RowActions>
            </Row>
          ))}
        </RowList>
      )}
      <FormActions>
        <CommandButton command={linkProject} />
      </FormActions>
    </FormSection>
  )
}
