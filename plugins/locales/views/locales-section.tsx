import type { Bucket } from '@typecase/contract/buckets'
import { QueryView } from '@typecase/content/react/query-view'
import { bucketQuery } from '@typecase/content/bucket'
import { localeCodes } from '@typecase/content/locale-codes'
import { directionOf, localeName } from '@typecase/content/locale-names'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { ComboBox } from '@typecase/ui/combo-box'
import { FormActions, FormSection } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { SortableList } from '@typecase/ui/sortable-list'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { saveLocales, showCoverage } from '../commands/locales.ts'
import styles from './locales.module.css'

/** The locales of the bucket in their order. */
export default function LocalesSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(bucketQuery(useServices(), bucketSlug))
  return (
    <QueryView query={query} what="locales" loading={<SkeletonForm label="locales" count={2} />}>
      {(data) => <Locales bucket={data.bucket} />}
    </QueryView>
  )
}

const options = localeCodes.map((id) => ({ id, label: `${localeName(id)} (${id})` }))

function Locales({ bucket: { slug, locales } }: { bucket: Bucket }) {
  const commands = useService(Commands)
  const { isEnabled, reason } = useCommand(saveLocales)
  // The key clears the field after a choice.
  const [chosen, setChosen] = useState(0)
  const save = (next: readonly string[]) =>
    void commands.run(refTo(saveLocales, { bucket: slug, locales: [...next] }), {
      source: 'button',
    })
  return (
    <FormSection
      title="Locales"
      description="Used by localized types that set none. The others are translated from the first."
    >
      <SortableList
        aria-label="Locales"
        items={locales.map((id) => ({ id, label: localeName(id) }))}
        isSortDisabled={!isEnabled}
        empty="This bucket has no locales yet."
        onReorder={({ order }) => save(order)}
      >
        {({ id, label }) => (
          <span className={styles.locale}>
            <code className={styles.code}>{id}</code>
            <span className={styles.name}>{label}</span>
            {directionOf(id) === 'rtl' ? <span className={styles.state}>right to left</span> : null}
            {id === locales[0] ? <span className={styles.state}>source</span> : null}
            <span className={styles.space} />
            <Button
              variant="quiet"
              icon="x"
              aria-label={`Remove ${label}`}
              disabledReason={isEnabled ? undefined : reason}
              onPress={() => save(locales.filter((one) => one !== id))}
            />
          </span>
        )}
      </SortableList>
      <ComboBox
        key={chosen}
        label="Add a locale"
        placeholder="German, de-AT, …"
        options={options.filter(({ id }) => !locales.includes(id))}
        disabledReason={isEnabled ? undefined : reason}
        onChange={(id) => {
          if (id === null) return
          setChosen(chosen + 1)
          save([...locales, id])
        }}
      />
      <FormActions>
        <CommandButton command={showCoverage} />
      </FormActions>
    </FormSection>
  )
}
