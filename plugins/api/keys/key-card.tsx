import type { Bucket, BucketKeyName } from '@typecase/contract/buckets'
import { FORMER_KEY_HOURS } from '@typecase/contract/buckets'
import { type CommandLike, useCommand } from '@typecase/plugin-sdk/react/commands'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { Time } from '@typecase/ui/time'
import { useId, useState } from 'react'
import { formatCount } from '@typecase/ui/count'

import { changeFormerKey, copyKey, resetKey, showKey } from './commands.ts'
import styles from './keys.module.css'
import { keyTitles } from './runs.ts'

const HOUR = 3600 * 1000

interface KeyCardProps {
  bucket: Bucket
  name: BucketKeyName
  /** The text that explains what the key gives access to. */
  children: string
  isVisible: boolean
  /** Whether keyboard commands apply to this key. */
  isCurrent: boolean
  onFocus: () => void
}

/** A key of the bucket, which can be shown, copied and replaced. */
export function KeyCard({ bucket, name, children, isVisible, isCurrent, onFocus }: KeyCardProps) {
  const heading = useId()
  const args = { bucket: bucket.slug, key: name }
  const text = bucket.api_access[`${name}_key`]
  const used = bucket.keys_used_at?.[name]
  const former = bucket.former_keys?.findLast(({ key }) => key === name)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears which of its buttons has the focus
    <div
      role="group"
      aria-labelledby={heading}
      className={styles.card}
      data-current={isCurrent || undefined}
      onFocus={onFocus}
    >
      <h3 id={heading} className={styles.title}>
        {keyTitles[name]}
      </h3>
      <p className={styles.note}>{children}</p>
      <div className={styles.row}>
        <code className={styles.key}>
          {isVisible ? text : `${'•'.repeat(20)}${text.slice(-4)}`}
        </code>
        <KeyButton command={showKey} args={{ key: name }} hasKey={isCurrent}>
          {isVisible ? 'Hide' : 'Show'}
        </KeyButton>
        <KeyButton command={copyKey} args={args} hasKey={isCurrent}>
          Copy
        </KeyButton>
        <KeyButton command={resetKey} args={args} hasKey={isCurrent}>
          Reset…
        </KeyButton>
      </div>
      {used === undefined ? null : (
        <p className={styles.note}>
          {used === null ? (
            'Never used.'
          ) : (
            <>
              Last used <Time value={used} />.
            </>
          )}
        </p>
      )}
      {former ? <Former bucket={bucket} former={former} /> : null}
    </div>
  )
}

/** Shows how long the previous key stays valid. */
function Former({
  bucket,
  former: { key, ending, ends_at, used_at },
}: {
  bucket: Bucket
  former: NonNullable<Bucket['former_keys']>[number]
}) {
  const [now] = useState(() => Date.now())
  const hours = Math.max(Math.round((Date.parse(ends_at) - now) / HOUR), 1)
  const longer = Math.min(hours + 24, FORMER_KEY_HOURS)
  return (
    <div className={styles.former}>
      <Icon name="clock" />
      <p className={styles.words}>
        The old key{ending ? <>, ending in {<code>{ending}</code>},</> : null} works for another{' '}
        <strong>{formatCount(hours, 'hour')}</strong>
        {used_at === null ? (
          ', not used so far.'
        ) : (
          <>
            . Last used <Time value={used_at} />.
          </>
        )}
      </p>
      <KeyButton command={changeFormerKey} args={{ bucket: bucket.slug, key, hours: longer }}>
        Add 24 hours
      </KeyButton>
      <KeyButton command={changeFormerKey} args={{ bucket: bucket.slug, key, hours: 0 }}>
        End it now
      </KeyButton>
    </div>
  )
}

interface KeyButtonProps<Args extends object> {
  command: CommandLike<Args>
  args: Partial<NoInfer<Args>>
  hasKey?: boolean
  children: string
}

/** A button for a command. The keyboard shortcut is only shown if it applies to this card. */
function KeyButton<Args extends object>(props: KeyButtonProps<Args>) {
  const { command, args, hasKey = false, children } = props
  const { isEnabled, reason, keys, isRunning, run } = useCommand(command, args)
  return (
    <Button
      kbd={hasKey ? keys[0] : undefined}
      disabledReason={isEnabled ? undefined : (reason ?? 'Not available here.')}
      isPending={isRunning}
      onPress={() => void run()}
    >
      {children}
    </Button>
  )
}
