import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { FormActions, FormSection } from '@typecase/ui/form'
import { StatusBadge } from '@typecase/ui/status-badge'

import { newRecoveryCodes, setUpTwoStep, turnOffTwoStep } from '../commands.ts'

/** Whether signing in asks for a code, and what can be done about it. */
export function TwoStepState({ isOn }: { isOn: boolean }) {
  return (
    <FormSection
      title="Two-step sign-in"
      description="A code of your authenticator app, besides the password: a stolen password is not enough then."
    >
      <div>
        <StatusBadge status={isOn ? 'published' : 'neutral'}>{isOn ? 'On' : 'Off'}</StatusBadge>
      </div>
      <FormActions>
        {isOn ? (
          <>
            <CommandButton command={newRecoveryCodes} />
            <CommandButton command={turnOffTwoStep} variant="danger" />
          </>
        ) : (
          <CommandButton command={setUpTwoStep} />
        )}
      </FormActions>
    </FormSection>
  )
}
