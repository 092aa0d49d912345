import { bucketQuery } from '@typecase/content/bucket'
import { HomeCard } from '@typecase/content/react/home-card'
import { listObjects } from '@typecase/contract/objects'
import { getProject } from '@typecase/contract/projects'
import { Keymap } from '@typecase/plugin-sdk/keymap'
import { useBucketSetting } from '@typecase/plugin-sdk/react/bucket-settings'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { holds } from '@typecase/plugin-sdk/when'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { useQuery } from '@tanstack/react-query'

import { tryContent } from '../commands.ts'
import styles from './first-steps.module.css'
import { DONE, doneIn, type Evidence, type Step, steps } from './steps.ts'

const PUBLISHED = JSON.stringify({ status: 'published' })

/** The first steps of a new user. Each step is a command. */
export default function FirstSteps(props: { bucketSlug: string; number: number }) {
  const { bucketSlug: slug, number } = props
  const bucket = useQuery(bucketQuery(useServices(), slug))
  const project_id = bucket.data?.bucket.project
  const project = useApiQuery(
    getProject,
    { query: { project_id: project_id ?? '' } },
    { enabled: project_id !== undefined },
  )
  const published = useApiQuery(listObjects, { query: { slug, query: PUBLISHED, limit: 1 } })
  const { value } = useBucketSetting(slug, DONE)
  const evidence: Evidence | undefined =
    bucket.data && published.data
      ? {
          bucket: bucket.data.bucket,
          project: project.data?.project,
          published: published.data.total,
          done: doneIn(value),
        }
      : undefined
  const failed = bucket.error ? bucket : published
  return (
    <HomeCard
      title="First steps"
      number={number}
      query={{
        data: evidence,
        error: bucket.error ?? published.error,
        isFetching: failed.isFetching,
        refetch: failed.refetch,
      }}
      isEmpty={() => false}
      empty=""
    >
      {(evidence) => <Steps evidence={evidence} />}
    </HomeCard>
  )
}

function Steps({ evidence }: { evidence: Evidence }) {
  const count = steps.filter((step) => step.isDone(evidence)).length
  return (
    <>
      <div className={styles.progress}>
        <progress
          className={styles.bar}
          value={count}
          max={steps.length}
          aria-label="First steps done"
        />
        <span>
          {count} of {steps.length} done
        </span>
      </div>
      <ul className={styles.steps} aria-label="First steps">
        {steps.map((step) => (
          <StepRow key={step.title} step={step} evidence={evidence} />
        ))}
      </ul>
      <CommandButton command={tryContent} />
    </>
  )
}

function StepRow({ step, evidence }: { step: Step; evidence: Evidence }) {
  const { title, command, args, minutes } = step
  const { isRegistered, isEnabled, reason, keys, run } = useCommand(command, args?.(evidence) ?? {})
  const keymap = useService(Keymap)
  // Some keys belong to another page, or have another effect here.
  const keyHere = useFacts(
    (facts) =>
      keymap
        .entries()
        .find((entry) => entry.command === command.id && entry.isActive && holds(entry.when, facts))
        ?.keys,
  )
  const isDone = step.isDone(evidence)
  // The plugin of the command is switched off.
  if (!isRegistered) return null
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <Icon name={isDone ? 'circle-check' : 'circle-dot'} />
      {isDone ? (
        <span className={styles.name}>
          {title}
          <span className={styles.hidden}>, done</span>
        </span>
      ) : (
        <>
          <Button
            variant="quiet"
            kbd={isEnabled ? keyHere : keys[0]}
            data-row={command.id}
            disabledReason={isEnabled ? undefined : reason}
            onPress={() => void run()}
          >
            {title}
          </Button>
          <span className={styles.minutes}>{minutes} min</span>
        </>
      )}
    </li>
  )
}
