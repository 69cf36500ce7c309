/** Another import of the program is being recorded: two at once could each find that a payment is not here yet. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}
