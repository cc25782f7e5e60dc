package store

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3 keeps files in a bucket of storage that speaks the protocol of S3. It is safe for concurrent use.
type S3 struct {
	client *minio.Client
	bucket string
}

// Bucket is where storage is found, and how it lets the shop in.
type Bucket struct {
	// URL is that of the bucket: https://s3.example.com/bucket.
	URL         string
	Region      string
	Key, Secret string
}

// folder is where the files are in the bucket.
const folder = "images/"

// NewS3 returns a store in a bucket, which is not asked yet. The error says what is wrong with its address.
func NewS3(b Bucket) (*S3, error) {
	u, err := url.Parse(b.URL)
	if err != nil {
		return nil, fmt.Errorf("the address of the bucket: %w", err)
	}
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(b.Key, b.Secret, ""), Secure: u.Scheme == "https", Region: b.Region,
		// A call ends after twenty seconds, and whoever made it tries again.
		MaxRetries: 3,
	})
	if err != nil {
		return nil, fmt.Errorf("the address of the bucket: %w", err)
	}
	return &S3{client, strings.Trim(u.Path, "/")}, nil
}

// key is the name of a file in the bucket.
func key(name string) (string, error) {
	if _, err := place(name); err != nil {
		return "", err
	}
	return folder + name, nil
}

// Put stores a file, in place of one of the same name.
func (s *S3) Put(ctx context.Context, name string, body []byte) error {
	to, err := key(name)
	if err != nil {
		return err
	}
	_, err = s.client.PutObject(ctx, s.bucket, to, bytes.NewReader(body), int64(len(body)), minio.PutObjectOptions{
		ContentType: mime.TypeByExtension(path.Ext(name)), DisableMultipart: true,
	})
	return err
}

// Get reads a file. The error is fs.ErrNotExist when there is none.
func (s *S3) Get(ctx context.Context, name string) ([]byte, error) {
	at, err := key(name)
	if err != nil {
		return nil, err
	}
	object, err := s.client.GetObject(ctx, s.bucket, at, minio.GetObjectOptions{})
	if err != nil {
		return nil, asNotExist(err)
	}
	defer func() { _ = object.Close() }()
	body, err := io.ReadAll(object)
	if err != nil {
		return nil, asNotExist(err)
	}
	return body, nil
}

// Modified is when a file was stored last. The error is fs.ErrNotExist when there is none.
func (s *S3) Modified(ctx context.Context, name string) (time.Time, error) {
	at, err := key(name)
	if err != nil {
		return time.Time{}, err
	}
	info, err := s.client.StatObject(ctx, s.bucket, at, minio.StatObjectOptions{})
	return info.LastModified, asNotExist(err)
}

// Delete deletes a file.
func (s *S3) Delete(ctx context.Context, name string) error {
	at, err := key(name)
	if err != nil {
		return nil
	}
	return s.client.RemoveObject(ctx, s.bucket, at, minio.RemoveObjectOptions{})
}

// Each calls see for all files.
func (s *S3) Each(ctx context.Context, see func(name string, modified time.Time) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop() // ends the list where see has an error
	for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: folder, Recursive: true}) {
		if object.Err != nil {
			return object.Err
		}
		if err := see(strings.TrimPrefix(object.Key, folder), object.LastModified); err != nil {
			return err
		}
	}
	return nil
}

// asNotExist reads the answer that there is no such file as fs.ErrNotExist.
func asNotExist(err error) error {
	if err != nil && minio.ToErrorResponse(err).StatusCode == http.StatusNotFound && minio.ToErrorResponse(err).Code != "NoSuchBucket" {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}
