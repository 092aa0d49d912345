import { usePending } from '@typecase/plugin-sdk/react/pending'
import { QueryView } from '@typecase/content/react/query-view'
import { type AutoReload as Settings, getAutoReload } from '@typecase/contract/billing'
import { formatMoney, type PackageId, tokenPacks } from '@typecase/contract/plans'
import { refTo } from '@typecase/plugin-sdk/command'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { NumberField } from '@typecase/ui/number-field'
import { Select } from '@typecase/ui/select'
import { InspectorSection } from '@typecase/ui/split-layout'
import { Switch } from '@typecase/ui/switch'
import { useState } from 'react'
import { formatNumber } from '@typecase/ui/format'

import { saveAutoReload, setAutoReload } from '../commands/tokens.ts'
import { formatTokens } from '../words.ts'
import { TestModeLine } from './test-mode.tsx'
import styles from './billing.module.css'

const packOf = (id: PackageId) => tokenPacks.find(({ package_id }) => package_id === id)

/** Whether tokens are bought automatically. Turning it on means agreeing to charges, which a dialog states. */
export function AutoReload() {
  const query = useApiQuery(getAutoReload, {})
  const commands = useService(Commands)
  const { run } = useCommand(setAutoReload)
  return (
    <InspectorSection title="Auto-reload" detail={<Link onPress={() => void run()}>Change</Link>}>
      <QueryView isSmall query={query} what="auto-reload">
        {({ settings }) => (
          <Switch
            isSelected={settings.enabled}
            onChange={(isOn) =>
              void (isOn ? run() : commands.run(refTo(saveAutoReload, { enabled: false })))
            }
            description={describeSettings(settings)}
          >
            Buy tokens automatically
          </Switch>
        )}
      </QueryView>
    </InspectorSection>
  )
}

function describeSettings({ threshold, package_id, monthly_limit }: Settings): string {
  const pack = packOf(package_id)
  return `Below ${formatNumber(threshold)} tokens buy ${formatTokens(pack?.tokens ?? 0)} for ${formatMoney(pack?.amount ?? 0)}, up to ${formatMoney(monthly_limit)}\u00a0a\u00a0month.`
}

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function AutoReloadDialog({ isOpen, onClose }: DialogProps) {
  const query = useApiQuery(getAutoReload, {})
  return (
    <Dialog
      title="Auto-reload"
      description="AI tokens are bought with your default card when there are few left. It is turned off when the card is declined."
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <TestModeLine />
      <QueryView isSmall query={query} what="auto-reload">
        {({ settings }) => <AutoReloadForm settings={settings} onSaved={onClose} />}
      </QueryView>
    </Dialog>
  )
}

function AutoReloadForm({ settings, onSaved }: { settings: Settings; onSaved: () => void }) {
  const commands = useService(Commands)
  const [threshold, setThreshold] = useState<number | null>(settings.threshold)
  const [packageId, setPackage] = useState(settings.package_id)
  const [dollars, setDollars] = useState<number | null>(settings.monthly_limit / 100)
  const [isSent, setSent] = useState(false)
  const [isPending, during] = usePending()
  const price = packOf(packageId)?.amount ?? 0
  const errors = {
    threshold:
      isWhole(threshold) && threshold <= 1_000_000_000
        ? undefined
        : 'Threshold must be a whole number up to 1,000,000,000',
    dollars:
      isWhole(dollars) && dollars <= 1_000_000
        ? dollars * 100 < price
          ? `Monthly limit must be at least ${formatMoney(price)}, the price of the pack`
          : undefined
        : 'Monthly limit must be a whole number of dollars up to 1,000,000',
  }
  const touched = isSent ? { isTouched: true } : {}

  async function save() {
    setSent(true)
    if (isPending || errors.threshold || errors.dollars) return
    const outcome = await during(() =>
      commands.run(
        refTo(saveAutoReload, {
          enabled: true,
          threshold: threshold ?? 0,
          package_id: packageId,
          monthly_limit: (dollars ?? 0) * 100,
          rev: settings.rev,
        }),
        { source: 'button' },
      ),
    )
    if (outcome?.message === 'Auto-reload is on') onSaved()
  }

  return (
    <Form aria-label="Auto-reload" onSubmit={() => void save()}>
      <NumberField
        label="Threshold"
        unit="tokens"
        step={100_000}
        minValue={0}
        value={threshold}
        onChange={setThreshold}
        errorMessage={errors.threshold}
        autoFocus
        {...touched}
      />
      <Select
        label="Pack"
        value={packageId}
        onChange={(value) => {
          const pack = tokenPacks.find((one) => one.package_id === value)
          if (pack) setPackage(pack.package_id)
        }}
        options={tokenPacks.map(({ package_id, tokens, amount }) => ({
          id: package_id,
          label: `${formatTokens(tokens)} for ${formatMoney(amount)}`,
        }))}
      />
      <NumberField
        label="Monthly limit"
        unit="dollars"
        step={25}
        minValue={0}
        value={dollars}
        onChange={setDollars}
        errorMessage={errors.dollars}
        {...touched}
      />
      <p className={styles.about}>
        Each time {formatMoney(price)} is charged, at most {formatMoney((dollars || 0) * 100)} in a
        calendar month.
      </p>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          Turn on auto-reload
        </Button>
      </DialogFooter>
    </Form>
  )
}

const isWhole = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 0
