// What the product calls itself where people read it. Commands and packages keep `svc`.
export const productName = "Whence";
