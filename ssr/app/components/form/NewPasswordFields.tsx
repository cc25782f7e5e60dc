import { PasswordField } from './PasswordField';

type Props = {
  labels: { password: string; confirm: string };
  /** The message beside a field. */
  error: (name: string) => string | undefined;
};

/** A password that is chosen: once with its rules, and once again. */
export function NewPasswordFields({ labels, error }: Props) {
  return (
    <>
      <PasswordField
        name="password"
        label={labels.password}
        error={error('password')}
        autoComplete="new-password"
        rules
      />
      <PasswordField
        name="confirmPassword"
        label={labels.confirm}
        error={error('confirmPassword')}
        autoComplete="new-password"
      />
    </>
  );
}
