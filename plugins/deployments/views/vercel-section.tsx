import {
  connectVercel as connectCall,
  type VercelConnection,
  type VercelLink,
} from '@typecase/contract/deployments'
import { required } from '@typecase/contract/field-rules'
import { isApiError } from '@typecase/plugin-sdk/api-error'
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
import { useMemo, useRef, useState } from 'react'

import {
  connectVercel,
  disconnectVercel,
  linkProject,
  unlinkProject,
  vercelForm,
} from '../commands/connection.ts'
import { connectionQuery, refreshVercel } from '../queries.ts'
import { deploymentsRoute } from '../routes.ts'
import styles from './deployments.module.css'
import { useLinkRefusal } from './use-link-refusal.ts'

/** The section of the settings: the token of the bucket, and the projects that it links. */
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
  bucket: 'This bucket has a Vercel token of its own. Another one takes its place.',
  installation:
    'This bucket has no Vercel token of its own. Staff of this installation link projects with the installation’s token; with a token of your own you link yours.',
  none: 'Vercel is not connected. A token lets this bucket show what Vercel built.',
} as const

interface TokenProps {
  bucketSlug: string
  connection: VercelConnection
}

function Token({ bucketSlug, connection }: TokenProps) {
  const { source, team_id: team, rev } = connection
  const services = useServices()
  const api = useService(Api)
  const toasts = useService(Toasts)
  const focus = useService(Focus)
  const field = useRef<HTMLInputElement>(null)
  const [token, setToken] = useState('')
  const [teamId, setTeamId] = useState(team ?? '')
  const [isSent, setSent] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const { isEnabled, reason } = useCommand(connectVercel)
  usePageHandle(
    vercelForm,
    useMemo(() => ({ focusToken: () => void focus.moveTo(field.current) }), [focus]),
  )
  const details = isApiError(failure) ? failure.details : []
  const refusal = (path: string) => details.find((one) => one.path === path)?.message
  const tokenError = (isSent ? required('Vercel token', token) : undefined) ?? refusal('token')
  const touched = isSent ? { isTouched: true } : {}

  async function connect() {
    setSent(true)
    setFailure(undefined)
    if (token.trim() === '' || isPending || !isEnabled) return
    setPending(true)
    try {
      const body = { slug: bucketSlug, token: token.trim(), team_id: teamId.trim() || null, rev }
      await api.call(connectCall, { body })
      setToken('')
      setSent(false)
      toasts.show({ message: 'Vercel is connected.', tone: 'success' })
      await refreshVercel(services)
    } catch (reason) {
      setFailure(reason instanceof Error ? reason : new Error(String(reason)))
      // Somebody else changed it: the next try is about what is there now.
      if (isApiError(reason, 'stale')) await refreshVercel(services)
    }
    setPending(false)
  }

  return (
    <FormSection title="Deployments" description={sourceWords[source ?? 'none']}>
      <Form aria-label="Vercel" onSubmit={() => void connect()}>
        <FormRow>
          <TextField
            label="Vercel token"
            description="From the account settings on Vercel, under Tokens. It is stored encrypted and never shown again."
            type="password"
            autoComplete="off"
            spellCheck="false"
            inputRef={field}
            value={token}
            onChange={setToken}
            errorMessage={tokenError}
            isDisabled={!isEnabled}
            isRequired
            isCode
            {...touched}
          />
          <TextField
            label="Team id"
            description="For projects of a team: “team_…”, from the general settings of the team."
            placeholder="team_…"
            autoComplete="off"
            spellCheck="false"
            value={teamId}
            onChange={setTeamId}
            errorMessage={refusal('team_id')}
            isDisabled={!isEnabled}
            isCode
            {...touched}
          />
        </FormRow>
        {failure && details.length === 0 ? (
          <p role="alert" className={styles.failure}>
            {failure.message}
          </p>
        ) : null}
        <FormActions>
          <Button
            type="submit"
            variant="primary"
            isPending={isPending}
            disabledReason={isEnabled ? undefined : reason}
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
      description="Everybody in this bucket sees the deployments and build logs of these."
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
                  args={{ bucket: bucketSlug, project_id: id }}
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
