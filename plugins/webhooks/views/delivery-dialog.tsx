import type { Delivery, DeliveryAttempt } from '@typecase/contract/webhooks'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { Disclosure } from '@typecase/ui/disclosure'
import { EmptyState } from '@typecase/ui/empty-state'
import { Icon } from '@typecase/ui/icon'
import { QueryView } from '@typecase/content/react/query-view'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Time } from '@typecase/ui/time'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@typecase/ui/format'

import { redeliver } from '../commands.ts'
import { deliveryQuery } from '../record.ts'
import { describeAttempt, eventLabels, indentJson, stateIcons, stateLabels } from '../words.ts'
import styles from './webhooks.module.css'

interface DeliveryDialogProps {
  bucketSlug: string
  /** Undefined closes the dialog. */
  deliveryID: string | undefined
  onClose: () => void
}

/** A delivery with its requests and responses, in a dialog over the list. Escape returns to its row. */
export function DeliveryDialog({ bucketSlug, deliveryID, onClose }: DeliveryDialogProps) {
  return (
    <Dialog
      title="Delivery"
      size="full"
      isBare
      isDismissable
      isOpen={deliveryID !== undefined}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      {deliveryID === undefined ? null : (
        <LoadedDelivery bucketSlug={bucketSlug} deliveryID={deliveryID} />
      )}
    </Dialog>
  )
}

function LoadedDelivery({ bucketSlug, deliveryID }: { bucketSlug: string; deliveryID: string }) {
  const query = useQuery(deliveryQuery(useServices(), bucketSlug, deliveryID))
  return (
    <div className={styles.opened}>
      <Head delivery={query.data?.delivery} />
      <QueryView
        query={query}
        what="delivery"
        loading={<SkeletonLines label="delivery" count={12} />}
        missing={
          <EmptyState title="There is no such delivery" icon="webhook">
            It is older than the log, or belongs to another bucket.
          </EmptyState>
        }
      >
        {(data) => <Attempts log={data.delivery.log} problem={data.delivery.problem} />}
      </QueryView>
    </div>
  )
}

function Head({ delivery }: { delivery: Delivery | undefined }) {
  return (
    <header className={styles.openedHead}>
      <div className={styles.openedFacts}>
        <strong>{delivery?.title ?? 'Delivery'}</strong>
        {delivery ? (
          <>
            <span>{eventLabels[delivery.event]}</span>
            <DeliveryState state={delivery.state} />
            <Time value={delivery.triggered_at} />
            <code className={styles.endpoint}>{delivery.id}</code>
          </>
        ) : null}
      </div>
      <div className={styles.actions}>
        {delivery ? (
          <CommandButton command={redeliver} args={{ delivery_ids: [delivery.id] }}>
            Redeliver
          </CommandButton>
        ) : null}
        <Button slot="close" variant="quiet" icon="x" aria-label="Close" />
      </div>
    </header>
  )
}

function Attempts({ log, problem }: { log: readonly DeliveryAttempt[]; problem: string | null }) {
  if (log.length === 0) {
    return (
      <EmptyState title="Not sent yet" icon="webhook">
        {problem ?? 'The first request goes out within seconds.'}
      </EmptyState>
    )
  }
  return (
    <div className={styles.attempts}>
      {log.map((attempt, index) => (
        // Numbered from the oldest attempt, because a new one is inserted at the top.
        <Disclosure
          key={log.length - index}
          title={`Attempt ${log.length - index}: ${describeAttempt(attempt)}`}
          detail={<Time value={attempt.at} />}
          defaultExpanded={index === 0}
        >
          <Attempt attempt={attempt} />
        </Disclosure>
      ))}
    </div>
  )
}

function Attempt({ attempt: { request, response, problem } }: { attempt: DeliveryAttempt }) {
  const isCut = new TextEncoder().encode(request.body).length < request.size
  return (
    <div className={styles.attempt}>
      <section aria-label="Request">
        <h3 className={styles.label}>Request</h3>
        <Headers headers={request.headers} />
        <Code label="Body of the request">{indentJson(request.body)}</Code>
        {isCut ? (
          <p className={styles.note}>Only the beginning of {formatNumber(request.size)} bytes.</p>
        ) : null}
      </section>
      <section aria-label="Response">
        <h3 className={styles.label}>Response</h3>
        {problem === null ? null : <p className={styles.failure}>{problem}</p>}
        {response ? (
          <>
            <Headers headers={response.headers} />
            {response.body === null ? (
              <p className={styles.note}>Answers from private networks are not logged.</p>
            ) : response.body === '' ? (
              <p className={styles.note}>No body.</p>
            ) : (
              <Code label="Body of the response">{indentJson(response.body)}</Code>
            )}
          </>
        ) : null}
      </section>
    </div>
  )
}

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <dl className={styles.pairs}>
      {Object.entries(headers).map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard
    <pre tabIndex={0} role="region" aria-label={label} className={styles.code}>
      {children}
    </pre>
  )
}

/** The state as a word and an icon, so that it does not depend on colour alone. */
export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  return (
    <span className={styles.state} data-state={state}>
      <Icon name={stateIcons[state]} size={14} />
      {stateLabels[state]}
    </span>
  )
}
