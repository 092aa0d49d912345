import { notBlank } from '@typecase/contract/field-rules'
import {
  type Deactivation,
  deactivateUser,
  getDeactivation,
  sendDeactivationCode,
} from '@typecase/contract/users'
import { useApiMutation, useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, Navigation, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { QueryView } from '@typecase/content/react/query-view'
import { Form, FormActions } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { PasswordField } from '@typecase/ui/password-field'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { formatCount } from '@typecase/ui/count'

import { useCodeOfAddress } from '../code-in-address.ts'
import { useFields } from '../forms/use-fields.ts'
import { accountSectionRoute, inSignIn, deactivateRoute } from '../routes.ts'
import styles from '../two-step/two-step.module.css'
import { FormFailure } from '../forms/form-parts.tsx'

/** The page that closes the account. Shows what happens to its projects, and asks the owner for proof of identity. */
export default function Deactivate() {
  const { href } = useService(Navigation)
  const code = useCodeOfAddress(useRouteSearch(deactivateRoute).code)
  const query = useApiQuery(getDeactivation, {}, { staleTime: 0 })

  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>Deactivate your account</h1>
        <p className={styles.text}>
          <Link href={href(accountSectionRoute, inSignIn)}>Back to the account</Link>
        </p>
      </header>
      <p className={styles.text}>
        Your account is closed for good. You are logged out everywhere at once, your name stays on
        what you wrote, and your e-mail address can be used for a new account.
      </p>
      <QueryView query={query} what="projects" loading={<SkeletonForm count={2} />}>
        {(data) => <Outcome deactivation={data} code={code} />}
      </QueryView>
    </div>
  )
}

interface OutcomeProps {
  deactivation: Deactivation
  code: string | undefined
}

function Outcome({ deactivation: { proof, projects }, code }: OutcomeProps) {
  const blocking = projects.filter(({ outcome }) => outcome === 'blocks')
  const archived = projects.filter(({ outcome }) => outcome === 'archived')
  return (
    <>
      {blocking.length > 0 ? (
        <Projects
          title="These projects need another admin first"
          text="You are their only admin, and other people work in them. Make one of those people an admin or delete the project, then come back."
          projects={blocking}
        />
      ) : null}
      {archived.length > 0 ? (
        <Projects
          title="These projects are archived"
          text="You are their only member. Sites with a key can still read them, but no one can open them. To remove their content, delete them first."
          projects={archived}
        />
      ) : null}
      {blocking.length > 0 ? null : <Proof proof={proof} code={code} />}
    </>
  )
}

interface ProjectsProps {
  title: string
  text: string
  projects: Deactivation['projects']
}

function Projects({ title, text, projects }: ProjectsProps) {
  return (
    <section className={styles.step} aria-label={title}>
      <h2 className={styles.stepTitle}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <ul className={styles.projects}>
        {projects.map(({ id, title: name, other_members: others }) => (
          <li key={id}>
            {name}
            {others > 0 ? ` – ${formatCount(others, 'other member')}` : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Proof({ proof, code }: { proof: Deactivation['proof']; code: string | undefined }) {
  const api = useService(Api)
  const toasts = useService(Toasts)
  const { session } = useUser()
  const needsPassword = proof === 'password'
  const { field, values, failure, isPending, submit } = useFields({
    current_password: { label: 'Current password', rules: needsPassword ? [notBlank] : [] },
  })

  async function send() {
    const body = needsPassword ? values : { ...(code !== undefined && { code }) }
    await api.call(deactivateUser, { body })
    toasts.show({ message: 'Your account is deactivated', tone: 'success' })
    await session.logout()
  }

  if (!needsPassword && code === undefined) return <MailLink />
  return (
    <Form aria-label="Deactivate account" onSubmit={() => void submit(send)}>
      {needsPassword ? (
        <div className={styles.narrow}>
          <PasswordField
            {...field('current_password')}
            autoComplete="current-password"
            autoFocus
            isRequired
          />
        </div>
      ) : null}
      <FormFailure message={failure} />
      <FormActions>
        <Button type="submit" variant="danger" isPending={isPending}>
          Deactivate account
        </Button>
      </FormActions>
    </Form>
  )
}

/** Sends a confirmation link by e-mail, for accounts without a password. */
function MailLink() {
  const { mutate, data, error, isPending } = useApiMutation(sendDeactivationCode)
  return (
    <>
      <p className={styles.text} role="status">
        {data
          ? 'The e-mail is on its way. Open its link in this browser.'
          : 'Your account has no password, so we send a link to your e-mail address to make sure it is you.'}
      </p>
      <FormFailure message={error?.message} />
      <FormActions>
        <Button variant="danger" isPending={isPending} onPress={() => mutate({})}>
          {data ? 'Send the link again' : 'Send me the link'}
        </Button>
      </FormActions>
    </>
  )
}
