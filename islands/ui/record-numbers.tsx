const NUMBER = /\b([A-Z]{2,3}-\d+\??)/;

/** The text, with numbers such as PO-100042 kept on one line. */
export const RecordNumbers = ({ text }: { text: string }) =>
  text.split(NUMBER).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
