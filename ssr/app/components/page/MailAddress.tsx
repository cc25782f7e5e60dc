/** An email address, broken at the @ when it has to be broken. */
export function MailAddress({ address }: { address: string }) {
  const [user, host] = address.split('@', 2);
  return (
    <span className="break-words">
      {user}
      {host && (
        <>
          @<wbr />
          {host}
        </>
      )}
    </span>
  );
}
