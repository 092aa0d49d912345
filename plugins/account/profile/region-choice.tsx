import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { FormSection } from '@typecase/ui/form'
import { getRegion } from '@typecase/ui/format'
import { regionChoices } from '@typecase/ui/regions'
import { Select } from '@typecase/ui/select'
import { useEffect, useRef } from 'react'

/** Whether the region was changed here: the page then renders again and must restore the focus. */
let isChanged = false

/** The choice of the format of dates and numbers in this browser. */
export function RegionChoice() {
  const commands = useService(Commands)
  const focus = useService(Focus)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isChanged) return
    isChanged = false
    focus.moveTo(box.current?.querySelector('button'))
  }, [focus])

  function handleChange(region: string | null) {
    if (region === getRegion()) return
    isChanged = true
    void commands.run({ command: 'shell.set-region', args: { region } }, { source: 'button' })
  }

  return (
    <FormSection
      title="Dates and numbers"
      description="How they look in this browser. The interface stays in English; files and the API do not change."
    >
      <div ref={box}>
        <Select
          label="Format"
          value={getRegion()}
          onChange={handleChange}
          options={regionChoices.map(({ id, label, sample }) => ({
            id,
            label,
            description: sample,
          }))}
        />
      </div>
    </FormSection>
  )
}
