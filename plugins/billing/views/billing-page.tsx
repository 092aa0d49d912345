import { QueryView } from '@typecase/content/react/query-view'
import { CurrentWorkspace } from '@typecase/content/workspace'
import { formatMoney, listPlans, type Interval, type Plans } from '@typecase/contract/plans'
import { isApiError, isMissing } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Banner } from '@typecase/ui/banner'
import { Button } from '@typecase/ui/button'
import { Kbd } from '@typecase/ui/kbd'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { PageHeader } from '@typecase/ui/page'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { Inspector, SplitLayout } from '@typecase/ui/split-layout'
import { useState } from 'react'

import { changePlan, plansPage, takeOver } from '../commands/plans.ts'
import { formatInvoiceDay } from '../words.ts'
import { type BillingScope, scopeQuery } from '../billing-scope.ts'
import { type OpenDialog, workspaceBillingRoute } from '../routes.ts'
import { AddOns } from './add-ons.tsx'
import { AutoReload, AutoReloadDialog } from './auto-reload.tsx'
import { CardDialog } from './card-dialog.tsx'
import { Cards } from './cards.tsx'
import { InvoiceDetails, InvoicesDialog } from './invoice-details.tsx'
import { ProjectList } from './project-list.tsx'
import { PlanTable } from './plan-table.tsx'
import { Purchases, PurchasesDialog } from './purchases.tsx'
import { Subscriptions } from './subscriptions.tsx'
import { TestMode } from './test-mode.tsx'
import { Wallet } from './wallet.tsx'
import styles from './billing.module.css'

interface BillingPageProps {
  /** The project or workspace that is billed; undefined for the built-in workspace. */
  readonly scope: BillingScope | undefined
  readonly open: OpenDialog | undefined
  readonly onClose: () => void
}

/** The plans and add-ons of a project or workspace, and the user's payment methods. */
export function BillingPage({ scope, open, onClose }: BillingPageProps) {
  return (
    <SplitLayout
      inspector={
        <Inspector aria-label="Your wallet and cards">
          <Wallet />
          <AutoReload />
          <Subscriptions />
          <Cards />
          <Purchases />
          <InvoiceDetails />
        </Inspector>
      }
    >
      {scope ? <PlansOf scope={scope} /> : <NoPlans />}
      <CardDialog isOpen={open === 'card'} onClose={onClose} />
      <AutoReloadDialog isOpen={open === 'auto-reload'} onClose={onClose} />
      <InvoicesDialog isOpen={open === 'invoices'} onClose={onClose} />
      <PurchasesDialog isOpen={open === 'purchases'} onClose={onClose} />
    </SplitLayout>
  )
}

function NoPlans() {
  return (
    <div className={styles.page}>
      <PageHeader title="Billing" detail={<TestMode />} />
      <ProjectList />
    </div>
  )
}

function PlansOf({ scope }: { scope: BillingScope }) {
  const query = useApiQuery(listPlans, { query: scopeQuery(scope) })
  const { data, error } = query
  const [chosen, setInterval] = useState<Interval>()
  const interval = chosen ?? data?.subscription?.now.interval ?? 'month'
  usePageHandle(plansPage, {
    toggleInterval: () => setInterval(interval === 'month' ? 'year' : 'month'),
  })
  if ((isApiError(error, 'forbidden') || isMissing(error)) && !data) {
    return (
      <NoPermissionState isPage title="You cannot see this page">
        {isApiError(error, 'forbidden')
          ? error.message
          : `There is no such ${scope.resource}, or it belongs to someone else.`}
      </NoPermissionState>
    )
  }
  return (
    <div className={styles.page}>
      <PageHeader title="Billing" detail={<TestMode />}>
        {data?.next_invoice ? (
          <span className={styles.next}>
            Next invoice on {formatInvoiceDay(data.next_invoice.date)}:{' '}
            <b>{formatMoney(data.next_invoice.amount)}</b>
          </span>
        ) : null}
        <SegmentedControl
          aria-label="Prices"
          value={interval}
          onChange={setInterval}
          segments={[
            { id: 'month', label: 'Monthly' },
            { id: 'year', label: 'Yearly', detail: <span className={styles.save}>Save 10%</span> },
          ]}
        />
      </PageHeader>
      <QueryView query={query} what="plans" loading={<SkeletonRows label="plans" count={16} />}>
        {(data) => (
          <>
            <Notices plans={data} scope={scope} />
            <PlanTable plans={data} interval={interval} scope={scope} />
            <AddOns
              plans={data}
              interval={data.subscription?.now.interval ?? interval}
              scope={scope}
            />
            <footer className={styles.footer}>
              <span className={styles.keys}>
                <Kbd binding="y" /> monthly or yearly <Kbd binding="b" /> buy tokens{' '}
                <Kbd binding="c" /> add a card
              </span>
              <span>Prices in US dollars, before tax</span>
            </footer>
          </>
        )}
      </QueryView>
    </div>
  )
}

/** Notices at the top: who is billed, and which invoice is unpaid. */
function Notices({ plans, scope }: { plans: Plans; scope: BillingScope }) {
  const services = useServices()
  const { go } = useService(Navigation)
  const { subscription } = plans
  const isElsewhere = plans.place.resource !== scope.resource
  return (
    <>
      {isElsewhere ? (
        <Banner
          icon="building-2"
          role="status"
          action={
            <Button
              onPress={() => {
                if (services.has(CurrentWorkspace))
                  services.get(CurrentWorkspace).set(plans.place.id)
                void go(workspaceBillingRoute)
              }}
            >
              Open its billing
            </Button>
          }
        >
          This project is billed with its workspace “{plans.place.title}”.
        </Banner>
      ) : null}
      {subscription?.status === 'past_due' && subscription.ends_at ? (
        <Banner
          icon="triangle-alert"
          role="alert"
          action={
            <CommandButton
              command={changePlan}
              args={{
                resource: plans.place.resource,
                resource_id: plans.place.id,
                plan_id: (subscription.next ?? subscription.now).plan_id,
                interval: (subscription.next ?? subscription.now).interval,
              }}
              variant="primary"
              isPlain
            >
              Pay now
            </CommandButton>
          }
        >
          The last renewal could not be charged. What you have stays until{' '}
          {formatInvoiceDay(subscription.ends_at)}.
        </Banner>
      ) : null}
      {plans.payer === null && !isElsewhere ? <PayerNeeded plans={plans} scope={scope} /> : null}
      {plans.is_enforced ? null : (
        <p className={styles.note}>
          This installation enforces no limits and has every add-on turned on (PLAN_LIMITS is off).
        </p>
      )}
    </>
  )
}

/** Shown after the payer has left: apart from AI, everything stays available until the period ends. */
function PayerNeeded({ plans, scope }: { plans: Plans; scope: BillingScope }) {
  const { subscription, is_enforced } = plans
  if (!subscription && !is_enforced) return null
  const lost = [
    subscription && `The plan ends on ${formatInvoiceDay(subscription.period_end)}.`,
    is_enforced && 'AI is off until someone does.',
  ]
  return (
    <Banner
      icon="triangle-alert"
      role="status"
      action={
        <CommandButton command={takeOver} args={{ ...scope }} variant="primary" isPlain>
          Take over payment
        </CommandButton>
      }
    >
      {['No one pays for this', `${scope.resource}.`, ...lost.filter(Boolean)].join(' ')}
    </Banner>
  )
}
