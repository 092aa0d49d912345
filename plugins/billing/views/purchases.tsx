import { QueryView } from '@typecase/content/react/query-view'
import { listPurchases, type Purchase, PURCHASES_PAGE_SIZE } from '@typecase/contract/billing'
import { formatMoney } from '@typecase/contract/plans'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { Pager } from '@typecase/ui/pager'
import { InspectorSection } from '@typecase/ui/split-layout'
import { useState } from 'react'

import { showPurchases } from '../commands/cards.ts'
import { formatInvoiceDay } from '../words.ts'
import { TestModeLine } from './test-mode.tsx'
import styles from './billing.module.css'

/** Number of purchases on the page. */
const NEWEST = 6

/** The latest purchases. */
export function Purchases() {
  const purchases = useApiQuery(listPurchases, { query: { limit: NEWEST } })
  const { run } = useCommand(showPurchases)
  const total = purchases.data?.total ?? 0
  return (
    <InspectorSection
      title="Purchases"
      detail={total > 0 ? <Link onPress={() => void run()}>All {total}</Link> : undefined}
    >
      <QueryView isSmall query={purchases} what="purchases">
        {(data) => <PurchaseList purchases={data.purchases} />}
      </QueryView>
    </InspectorSection>
  )
}

function PurchaseList({ purchases }: { purchases: readonly Purchase[] }) {
  if (purchases.length === 0)
    return <p className={styles.about}>No purchases yet. Charges to your cards appear here.</p>
  return (
    <ul className={styles.purchases} aria-label="Purchases">
      {purchases.map((purchase) => (
        <li key={purchase.id} data-status={purchase.status}>
          <span className={styles.day}>{formatInvoiceDay(purchase.created_at)}</span>
          <span className={styles.what}>
            {purchase.description}
            {purchase.status === 'paid' ? null : (
              <span className={purchase.status === 'failed' ? styles.failed : styles.about}>
                <Icon name={purchase.status === 'failed' ? 'circle-alert' : 'clock'} size={12} />{' '}
                {purchase.status === 'failed' ? purchase.failure : 'Not settled yet'}
              </span>
            )}
          </span>
          <span className={styles.amount}>{formatMoney(purchase.amount)}</span>
        </li>
      ))}
    </ul>
  )
}

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** All purchases, in pages. */
export function PurchasesDialog({ isOpen, onClose }: DialogProps) {
  return (
    <Dialog
      title="Purchases"
      size="medium"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
      footer={<Button slot="close">Close</Button>}
    >
      <AllPurchases />
    </Dialog>
  )
}

function AllPurchases() {
  const [skip, setSkip] = useState(0)
  const query = { limit: PURCHASES_PAGE_SIZE, skip }
  const purchases = useApiQuery(listPurchases, { query }, { placeholderData: (before) => before })
  return (
    <>
      <TestModeLine />
      <QueryView isSmall query={purchases} what="purchases">
        {(data) => (
          <>
            <PurchaseList purchases={data.purchases} />
            <Pager skip={skip} size={PURCHASES_PAGE_SIZE} total={data.total} onChange={setSkip} />
          </>
        )}
      </QueryView>
    </>
  )
}
