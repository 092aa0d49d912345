import { QueryView } from '@typecase/content/react/query-view'
import { getTokenBalance } from '@typecase/contract/billing'
import { formatMoney, type PackageId, tokenPacks } from '@typecase/contract/plans'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Chip } from '@typecase/ui/chip'
import { Radio, RadioGroup } from '@typecase/ui/radio-group'
import { InspectorSection } from '@typecase/ui/split-layout'
import { useState } from 'react'
import { formatNumber } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import { buyTokens } from '../commands/tokens.ts'
import { formatTokens } from '../words.ts'
import styles from './billing.module.css'

/** The user's AI tokens, and the packs for sale. */
export function Wallet() {
  const wallet = useApiQuery(getTokenBalance, {})
  const [chosen, setChosen] = useState<PackageId>('tokens-10m')
  const pack = tokenPacks.find((one) => one.package_id === chosen)
  return (
    <InspectorSection title="Token wallet">
      <QueryView isSmall query={wallet} what="balance">
        {({ balance, used_last_week: used }) => (
          <p className={styles.balance} role="status" aria-label="Token balance">
            <b>{formatNumber(balance)}</b> tokens
            <span className={styles.about}>{describePace(balance, used)}</span>
          </p>
        )}
      </QueryView>
      <div className={styles.packs}>
        <RadioGroup
          aria-label="Packs"
          value={chosen}
          onChange={(value) => {
            const match = tokenPacks.find((one) => one.package_id === value)
            if (match) setChosen(match.package_id)
          }}
        >
          {tokenPacks.map((one) => (
            <Radio key={one.package_id} value={one.package_id}>
              <span className={styles.pack}>
                {formatTokens(one.tokens)}
                {'popular' in one ? <Chip>Popular</Chip> : null}
                <span>{formatMoney(one.amount)}</span>
              </span>
            </Radio>
          ))}
        </RadioGroup>
      </div>
      {pack ? (
        <CommandButton command={buyTokens} args={{ package_id: chosen }} isPlain>
          {`Buy ${formatTokens(pack.tokens)} for ${formatMoney(pack.amount)}`}
        </CommandButton>
      ) : null}
    </InspectorSection>
  )
}

function describePace(balance: number, usedInWeek: number): string {
  if (balance <= 0) return 'AI needs tokens where plans are enforced'
  if (usedInWeek === 0) return 'None used in the last week'
  const days = Math.floor((balance / usedInWeek) * 7)
  return days > 365
    ? 'Lasts more than a year at this week’s pace'
    : `Lasts about ${formatCount(days, 'day')} at this week’s pace`
}
